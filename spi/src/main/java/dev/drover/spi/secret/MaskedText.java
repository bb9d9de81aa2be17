package dev.drover.spi.secret;

import dev.drover.spi.secret.SecretShapes.SecretShape;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// A text with masked secrets, which can restore them in a text that was derived from it.
///
/// A mask says nothing about its secret but the kind. The secret is identified by the words before
/// its mask on the same line, or because the text has only one secret of that kind. An ambiguous
/// mask is not restored: a guess would put a key where it does not belong.
public final class MaskedText {
  private static final String BEGINS = "[redacted ";
  private static final int LONGEST_KIND = 40;

  private final String original;
  private final String masked;
  private final List<Secret> secrets = new ArrayList<>();

  /// @param at position of its mask in the masked text
  private record Secret(String value, String mask, int at, int start) {}

  /// The result of restoring a text.
  ///
  /// @param unclear masks that do not identify exactly one secret
  public record Restored(String text, Set<String> unclear) {
    public Restored {
      unclear = Set.copyOf(unclear);
    }
  }

  private MaskedText(SecretRedactor redactor, String original) {
    this.original = original;
    var clean = new StringBuilder();
    int done = 0;
    for (var span : redactor.find(original)) {
      clean.append(original, done, span.start());
      var value = original.substring(span.start(), span.end());
      var mask = SecretShape.mark(span.kind());
      secrets.add(new Secret(value, mask, clean.length(), span.start()));
      clean.append(mask);
      done = span.end();
    }
    this.masked = clean.append(original, done, original.length()).toString();
  }

  public static MaskedText of(SecretRedactor redactor, String original) {
    return new MaskedText(redactor, original);
  }

  /// The masks in a text, in their order.
  public static List<String> masksIn(String text) {
    var masks = new ArrayList<String>();
    for (int at = text.indexOf(BEGINS); at >= 0; at = text.indexOf(BEGINS, at + 1)) {
      int end = maskEnd(text, at);
      if (end > 0) {
        masks.add(text.substring(at, end));
      }
    }
    return masks;
  }

  private static int maskEnd(String text, int at) {
    int end = at + BEGINS.length();
    while (end < text.length()
        && end - at < BEGINS.length() + LONGEST_KIND
        && (SecretAlphabet.ALNUM.has(text.charAt(end)) || text.charAt(end) == '-')) {
      end++;
    }
    boolean closed = end < text.length() && text.charAt(end) == ']';
    return closed && end > at + BEGINS.length() ? end + 1 : -1;
  }

  /// The original of a part of the masked text; empty if there is no such part, or if it is
  /// ambiguous.
  public Optional<String> original(String part) {
    var found = new LinkedHashSet<String>();
    for (int at = masked.indexOf(part); at >= 0; at = masked.indexOf(part, at + 1)) {
      found.add(original.substring(inOriginal(at), inOriginal(at + part.length())));
    }
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }

  private int inOriginal(int at) {
    int moved = at;
    for (var secret : secrets) {
      if (secret.at + secret.mask.length() <= at) {
        moved += secret.value.length() - secret.mask.length();
      }
    }
    return moved;
  }

  /// Replaces the masks in another text with the secrets of this one.
  public Restored restore(String text) {
    var whole = new StringBuilder();
    var unclear = new TreeSet<String>();
    int done = 0;
    for (int at = text.indexOf(BEGINS); at >= 0; at = text.indexOf(BEGINS, at + 1)) {
      int end = maskEnd(text, at);
      if (end < 0) {
        continue;
      }
      var mask = text.substring(at, end);
      var value = valueFor(mask, wordsBefore(text, at));
      if (value.isEmpty()) {
        unclear.add(mask);
      }
      whole.append(text, done, at).append(value.orElse(mask));
      done = end;
    }
    return new Restored(whole.append(text, done, text.length()).toString(), unclear);
  }

  private Optional<String> valueFor(String mask, String before) {
    var ofKind = new LinkedHashSet<String>();
    var behindWords = new LinkedHashSet<String>();
    for (var secret : secrets) {
      if (secret.mask.equals(mask)) {
        ofKind.add(secret.value);
        if (wordsBefore(masked, secret.at).equals(before)) {
          behindWords.add(secret.value);
        }
      }
    }
    if (ofKind.isEmpty() && original.contains(mask)) {
      // The original text contains masks itself.
      return Optional.of(mask);
    }
    var clear = behindWords.isEmpty() ? ofKind : behindWords;
    return clear.size() == 1 ? Optional.of(clear.getFirst()) : Optional.empty();
  }

  private static String wordsBefore(String text, int at) {
    return text.substring(text.lastIndexOf('\n', at) + 1, at).strip();
  }

  /// Masks the secrets of this text in a text about it, such as a diff: even if it contains only a
  /// part of a secret, or not the context that identifies it.
  public String mask(String about) {
    var clean = about;
    for (var secret : secrets) {
      for (var line : secret.value.split("\n", -1)) {
        if (line.length() >= SecretRedactor.SHORTEST_VALUE) {
          clean = clean.replace(line, secret.mask);
        }
      }
    }
    return clean;
  }
}
