package dev.drover.spi.secret;

import dev.drover.spi.secret.SecretMarker.Case;
import dev.drover.spi.secret.SecretMarker.Role;
import dev.drover.spi.secret.SecretShapes.SecretShape;
import dev.drover.spi.secret.SecretShapes.SecretShape.Extent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;

/// Every marker of a secret, indexed by its first three characters. Nearly all positions of nearly
/// all texts are skipped with one table lookup; every text and every fragment is scanned here.
final class SecretMarkers {
  /// The bits that lower-case and upper-case letters have in common.
  private static final int BITS = 5;

  private static final int LOW = (1 << BITS) - 1;
  private static final int SLOTS = 1 << (3 * BITS);
  private static final int SMALL = 0x20;
  private static final long ANY = -1L;
  private static final SecretMarker[] NONE = {};
  private static final Base64.Encoder ENCODER = Base64.getEncoder().withoutPadding();

  /// Shorter ones occur in too many words.
  private static final int SHORTEST_ENCODED = 5;

  static final List<SecretMarker> ALL = all();

  /// The possible fourth characters, one bit each.
  private static final long[] FOURTH = new long[SLOTS];

  private static final boolean[] TAKEN = new boolean[SLOTS];
  private static final SecretMarker[][] BY_SLOT = bySlot();

  private SecretMarkers() {}

  private static List<SecretMarker> all() {
    var markers = new ArrayList<SecretMarker>();
    for (var shape : SecretShapes.ALL) {
      addToken(shape, markers);
      if (shape.extent() == Extent.WHOLE) {
        addEncoded(shape, markers);
      }
    }
    addNames(markers);
    add(markers, Role.KEY_BLOCK, Case.AS_WRITTEN, PrivateKeyBlock.BEGINS);
    add(markers, Role.ENCODED_BLOCK, Case.AS_WRITTEN, "LS0tLS1CRUdJTi");
    add(markers, Role.ADDRESS, Case.AS_WRITTEN, "://");
    add(markers, Role.AUTHORIZATION, Case.ANY, "authorization");
    add(markers, Role.BEARER, Case.AS_WRITTEN, "Bearer ", "bearer ");
    add(markers, Role.SIGNATURE, Case.AS_WRITTEN, "?sig=", "&sig=", "SharedAccessSignature=");
    add(markers, Role.PGPASS, Case.AS_WRITTEN, ":5432:", ":*:*:");
    add(markers, Role.TELEGRAM, Case.AS_WRITTEN, ":AA");
    add(markers, Role.AZURE, Case.AS_WRITTEN, "7Q~", "8Q~", "9Q~");
    add(markers, Role.ESCAPE, Case.ANY, "\\u00", "\\/\\/", "%3A%2F%2F");
    addDiscord(markers);
    return List.copyOf(markers);
  }

  /// A marker has at least three characters.
  private static void addToken(SecretShape shape, List<SecretMarker> markers) {
    if (shape.prefix().length() > 2) {
      markers.add(new SecretMarker(shape.prefix(), Role.TOKEN, Case.AS_WRITTEN, shape, 0));
    } else {
      for (char next = '0'; next <= 'z'; next++) {
        if (shape.parts().getFirst().alphabet().has(next)) {
          markers.add(
              new SecretMarker(shape.prefix() + next, Role.TOKEN, Case.AS_WRITTEN, shape, 0));
        }
      }
    }
  }

  private static void addNames(List<SecretMarker> markers) {
    add(
        markers,
        Role.PASSWORD_NAME,
        Case.ANY,
        "password",
        "passwd",
        "passwort",
        "passphrase",
        "passcode",
        "_pass",
        "pwd",
        "secret",
        "credential",
        "apikey",
        "api_key",
        "api-key",
        "accesskey",
        "access_key",
        "access-key");
    add(markers, Role.TOKEN_NAME, Case.ANY, "token");
    add(markers, Role.KEY_NAME, Case.ANY, "_key", "-key");
    add(
        markers,
        Role.KEY_NAME,
        Case.ANY,
        "accountkey",
        "encryptionkey",
        "signingkey",
        "masterkey",
        "authkey",
        "licensekey",
        "privatekey",
        "sharedkey",
        "storagekey");
    add(markers, Role.BASIC_NAME, Case.AS_WRITTEN, "\"auth\"", "_auth", "auth: ");
  }

  private static void add(List<SecretMarker> markers, Role role, Case letters, String... texts) {
    for (var text : texts) {
      markers.add(new SecretMarker(text, role, letters));
    }
  }

  /// The characters that a prefix always has in Base64, by its offset in a group of three.
  private static void addEncoded(SecretShape shape, List<SecretMarker> markers) {
    for (int before = 0; before < 3; before++) {
      var low = ENCODER.encodeToString(padded(before, shape.prefix(), '\u0000'));
      var high = ENCODER.encodeToString(padded(before, shape.prefix(), '\u007f'));
      int from = before == 0 ? 0 : before + 1;
      int to = from;
      while (to < low.length() && low.charAt(to) == high.charAt(to)) {
        to++;
      }
      if (to - from >= SHORTEST_ENCODED) {
        var text = low.substring(from, to);
        markers.add(new SecretMarker(text, Role.ENCODED, Case.AS_WRITTEN, shape, from));
      }
    }
  }

  private static byte[] padded(int before, String prefix, char filler) {
    var text = String.valueOf(filler).repeat(before) + prefix + filler;
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /// Such a token begins with the Base64 of a number.
  private static void addDiscord(List<SecretMarker> markers) {
    var texts = new LinkedHashSet<String>();
    for (int number = 100; number < 1000; number++) {
      var digits = Integer.toString(number).getBytes(StandardCharsets.US_ASCII);
      texts.add(ENCODER.encodeToString(digits).substring(0, 3));
    }
    for (var text : texts) {
      markers.add(new SecretMarker(text, Role.DISCORD, Case.AS_WRITTEN));
    }
  }

  private static SecretMarker[][] bySlot() {
    var lists = new SecretMarker[SLOTS][];
    Arrays.fill(lists, NONE);
    var ordered = new ArrayList<>(ALL);
    // The longest first: one may be a prefix of another.
    ordered.sort(
        Comparator.comparingInt((SecretMarker marker) -> marker.text().length()).reversed());
    for (var marker : ordered) {
      var text = marker.text().toLowerCase(Locale.ROOT);
      int slot = slot(text.charAt(0), text.charAt(1), text.charAt(2));
      var known = lists[slot];
      lists[slot] = Arrays.copyOf(known, known.length + 1);
      lists[slot][known.length] = marker;
      TAKEN[slot] = true;
      FOURTH[slot] |= text.length() > 3 ? 1L << (text.charAt(3) | SMALL) : ANY;
    }
    return lists;
  }

  private static int slot(char first, char second, char third) {
    return ((first & LOW) << (2 * BITS)) | ((second & LOW) << BITS) | (third & LOW);
  }

  /// The next position, from there on, where a marker may begin; negative if there is none.
  static int next(String text, int from) {
    int last = text.length() - 2;
    if (from >= last) {
      return -1;
    }
    int slot = slot('\u0000', text.charAt(from), text.charAt(from + 1));
    for (int at = from; at < last; at++) {
      slot = ((slot << BITS) ^ (text.charAt(at + 2) & LOW)) & (SLOTS - 1);
      if (TAKEN[slot] && mayGoOn(text, at, slot) && isOneAt(text, at, slot)) {
        return at;
      }
    }
    return -1;
  }

  private static boolean mayGoOn(String text, int at, int slot) {
    long fourth = at + 3 < text.length() ? 1L << (text.charAt(at + 3) | SMALL) : 0;
    return (FOURTH[slot] & fourth) != 0 || FOURTH[slot] == ANY;
  }

  private static boolean isOneAt(String text, int at, int slot) {
    for (var marker : BY_SLOT[slot]) {
      if (marker.isAt(text, at)) {
        return true;
      }
    }
    return false;
  }

  /// The markers that may be there, the longest first.
  static SecretMarker[] at(String text, int at) {
    return BY_SLOT[slot(text.charAt(at), text.charAt(at + 1), text.charAt(at + 2))];
  }

  static boolean areIn(String text) {
    return next(text, 0) >= 0;
  }
}
