package dev.drover.spi.secret;

import dev.drover.spi.secret.SecretShape.Extent;
import dev.drover.spi.secret.Sign.Case;
import dev.drover.spi.secret.Sign.Role;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;

/// Every sign of a secret, found by its first three characters. Nearly all places of nearly all
/// texts are passed over with one look at a table, and every text goes through here, every fragment
/// of one too.
final class Signs {
  /// Of each character the bits that small and capital letters have in common.
  private static final int BITS = 5;

  private static final int LOW = (1 << BITS) - 1;
  private static final int SLOTS = 1 << (3 * BITS);
  private static final int SMALL = 0x20;
  private static final long ANY = -1L;
  private static final Sign[] NONE = {};
  private static final Base64.Encoder ENCODER = Base64.getEncoder().withoutPadding();

  /// Shorter ones are in too many words.
  private static final int SHORTEST_ENCODED = 5;

  static final List<Sign> ALL = all();

  /// The characters that come fourth, a bit for each.
  private static final long[] FOURTH = new long[SLOTS];

  private static final boolean[] TAKEN = new boolean[SLOTS];
  private static final Sign[][] BY_SLOT = bySlot();

  private Signs() {}

  private static List<Sign> all() {
    var signs = new ArrayList<Sign>();
    for (var shape : KnownShapes.ALL) {
      addToken(shape, signs);
      if (shape.extent() == Extent.WHOLE) {
        addEncoded(shape, signs);
      }
    }
    addNames(signs);
    add(signs, Role.KEY_BLOCK, Case.AS_WRITTEN, KeyBlock.BEGINS);
    add(signs, Role.ENCODED_BLOCK, Case.AS_WRITTEN, "LS0tLS1CRUdJTi");
    add(signs, Role.ADDRESS, Case.AS_WRITTEN, "://");
    add(signs, Role.AUTHORIZATION, Case.ANY, "authorization");
    add(signs, Role.BEARER, Case.AS_WRITTEN, "Bearer ", "bearer ");
    add(signs, Role.SIGNATURE, Case.AS_WRITTEN, "?sig=", "&sig=", "SharedAccessSignature=");
    add(signs, Role.PGPASS, Case.AS_WRITTEN, ":5432:", ":*:*:");
    add(signs, Role.TELEGRAM, Case.AS_WRITTEN, ":AA");
    add(signs, Role.AZURE, Case.AS_WRITTEN, "7Q~", "8Q~", "9Q~");
    add(signs, Role.ESCAPE, Case.ANY, "\\u00", "\\/\\/", "%3A%2F%2F");
    addDiscord(signs);
    return List.copyOf(signs);
  }

  /// A sign has three characters at least.
  private static void addToken(SecretShape shape, List<Sign> signs) {
    if (shape.prefix().length() > 2) {
      signs.add(new Sign(shape.prefix(), Role.TOKEN, Case.AS_WRITTEN, shape, 0));
    } else {
      for (char next = '0'; next <= 'z'; next++) {
        if (shape.parts().getFirst().alphabet().has(next)) {
          signs.add(new Sign(shape.prefix() + next, Role.TOKEN, Case.AS_WRITTEN, shape, 0));
        }
      }
    }
  }

  private static void addNames(List<Sign> signs) {
    add(
        signs,
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
    add(signs, Role.TOKEN_NAME, Case.ANY, "token");
    add(signs, Role.KEY_NAME, Case.ANY, "_key", "-key");
    add(
        signs,
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
    add(signs, Role.BASIC_NAME, Case.AS_WRITTEN, "\"auth\"", "_auth", "auth: ");
  }

  private static void add(List<Sign> signs, Role role, Case letters, String... texts) {
    for (var text : texts) {
      signs.add(new Sign(text, role, letters));
    }
  }

  /// The characters that a prefix always has in Base64, by where it begins in a group of three.
  private static void addEncoded(SecretShape shape, List<Sign> signs) {
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
        signs.add(new Sign(text, Role.ENCODED, Case.AS_WRITTEN, shape, from));
      }
    }
  }

  private static byte[] padded(int before, String prefix, char filler) {
    var text = String.valueOf(filler).repeat(before) + prefix + filler;
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /// Such a token begins with the Base64 of a number.
  private static void addDiscord(List<Sign> signs) {
    var texts = new LinkedHashSet<String>();
    for (int number = 100; number < 1000; number++) {
      var digits = Integer.toString(number).getBytes(StandardCharsets.US_ASCII);
      texts.add(ENCODER.encodeToString(digits).substring(0, 3));
    }
    for (var text : texts) {
      signs.add(new Sign(text, Role.DISCORD, Case.AS_WRITTEN));
    }
  }

  private static Sign[][] bySlot() {
    var lists = new Sign[SLOTS][];
    Arrays.fill(lists, NONE);
    var ordered = new ArrayList<>(ALL);
    // The longest first: one may be the beginning of another.
    ordered.sort(Comparator.comparingInt((Sign sign) -> sign.text().length()).reversed());
    for (var sign : ordered) {
      var text = sign.text().toLowerCase(Locale.ROOT);
      int slot = slot(text.charAt(0), text.charAt(1), text.charAt(2));
      var known = lists[slot];
      lists[slot] = Arrays.copyOf(known, known.length + 1);
      lists[slot][known.length] = sign;
      TAKEN[slot] = true;
      FOURTH[slot] |= text.length() > 3 ? 1L << (text.charAt(3) | SMALL) : ANY;
    }
    return lists;
  }

  private static int slot(char first, char second, char third) {
    return ((first & LOW) << (2 * BITS)) | ((second & LOW) << BITS) | (third & LOW);
  }

  /// The next place, from there on, that some sign may begin at; negative if there is none.
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
    for (var sign : BY_SLOT[slot]) {
      if (sign.isAt(text, at)) {
        return true;
      }
    }
    return false;
  }

  /// Those that may stand there, the longest first.
  static Sign[] at(String text, int at) {
    return BY_SLOT[slot(text.charAt(at), text.charAt(at + 1), text.charAt(at + 2))];
  }

  static boolean areIn(String text) {
    return next(text, 0) >= 0;
  }
}
