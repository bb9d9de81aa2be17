package dev.drover.spi.secret;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/// Takes secrets out of texts before they are written down: keys and tokens in the shapes that are
/// commonly known, and the values that the host names.
///
/// A shape is no proof: what looks like a key and is none is taken out too, and a password that
/// looks like any other word is not found unless the host names it. Safe for use by many threads.
public final class Redactor {
  /// Knows the shapes, and no value.
  public static final Redactor OF_SHAPES = new Redactor(List.of());

  /// A shorter value would be found in innocent words.
  public static final int SHORTEST_VALUE = 6;

  private static final String NAMED = SecretShape.mark("secret");
  private static final String KEY_BEGINS = "-----BEGIN ";
  private static final String KEY_ENDS = "-----END ";
  private static final String DASHES = "-----";

  /// A name, a word such as "Bearer", the secret itself.
  private static final int WORDS = 3;

  private final List<String> values;

  /// How a secret begins, at the beginning of a word.
  private final Beginnings starts;

  /// How a value begins that the host has named, wherever it stands.
  private final Beginnings named;

  private final int longestStart;
  private final int longestSign;

  /// What a secret has in it, or behind it.
  private final List<String> signs;

  private Redactor(List<String> values) {
    this.values = values;
    // Loops, here and below: this is in the way of the first run of every program, and streams are
    // slow to begin with.
    var everySign = new LinkedHashSet<>(values);
    var everyStart = new LinkedHashSet<>(List.of(KEY_BEGINS));
    for (var shape : SecretShape.KNOWN) {
      everySign.addAll(shape.anchors());
      if (shape.role() == SecretShape.Role.BEGINS) {
        everyStart.addAll(shape.anchors());
      }
    }
    this.signs = List.copyOf(everySign);
    this.starts = new Beginnings(everyStart);
    this.named = new Beginnings(values);
    this.longestStart = Math.max(starts.longest(), named.longest());
    int longestOne = 0;
    for (var sign : signs) {
      longestOne = Math.max(longestOne, sign.length());
    }
    this.longestSign = longestOne;
  }

  /// One that also takes out these values, wherever they are.
  ///
  /// @throws IllegalArgumentException if one is shorter than [#SHORTEST_VALUE]; the message does
  ///   not repeat it
  public Redactor naming(Collection<String> more) {
    var all = new ArrayList<>(values);
    for (var value : more) {
      if (value.length() < SHORTEST_VALUE) {
        throw new IllegalArgumentException(
            "a secret has %d characters; it must have at least %d, or it would be found in other words"
                .formatted(value.length(), SHORTEST_VALUE));
      }
      all.add(value);
      // Inside arguments it has the form of a JSON string.
      var escaped = escaped(value);
      if (!escaped.equals(value)) {
        all.add(escaped);
      }
    }
    // The longest first: one may be a part of another.
    all.sort(Comparator.comparingInt(String::length).reversed());
    return new Redactor(List.copyOf(all));
  }

  /// @return the same text, not a copy, if there is nothing to take out
  public String redact(String text) {
    var clean = text;
    for (var value : values) {
      if (clean.contains(value)) {
        clean = clean.replace(value, NAMED);
      }
    }
    if (Anchors.areIn(clean)) {
      for (var shape : SecretShape.KNOWN) {
        clean = shape.redact(clean);
      }
    }
    return clean;
  }

  /// Whether there is anything that could be a secret. If not, nothing is taken out of this text,
  /// nor of any part of it.
  public boolean hasSign(String text) {
    if (Anchors.areIn(text)) {
      return true;
    }
    for (var value : values) {
      if (text.contains(value)) {
        return true;
      }
    }
    return false;
  }

  /// Whether there is anything to take out.
  public boolean finds(String text) {
    return !redact(text).equals(text);
  }

  /// For a text that comes bit by bit: up to where it can be shown, redacted, because no secret
  /// begins before that and goes on behind what is there so far.
  public int clearUpTo(String soFar) {
    int clear = soFar.length();
    int key = soFar.contains(DASHES) ? soFar.lastIndexOf(KEY_BEGINS) : -1;
    if (key >= 0 && endOfKey(soFar, key) == soFar.length()) {
      clear = key;
    }
    var words = lastWords(soFar);
    if (hasSign(words)) {
      int before = soFar.length() - words.length();
      for (var sign : signs) {
        int at = words.indexOf(sign);
        if (at >= 0) {
          clear = Math.min(clear, before + wordAt(words, at));
        }
      }
    }
    return Math.min(clear, begunAt(soFar));
  }

  /// The same question for the usual case, in a fraction of the time: whether all can be shown, as
  /// it is, of a text that had no sign of a secret before.
  ///
  /// @param from where it goes on; what stands before has been shown, and has no sign
  public boolean isPlain(StringBuilder soFar, int from) {
    var end = soFar.substring(Math.max(0, from - longestSign));
    return !hasSign(end) && !end.contains(DASHES) && begunAt(end) == end.length();
  }

  /// The place behind the last dash of a private key; the end, as long as that is not clear.
  private static int endOfKey(String text, int key) {
    int end = text.indexOf(KEY_ENDS, key);
    int dashes = end < 0 ? -1 : text.indexOf(DASHES, end + KEY_ENDS.length());
    return dashes < 0 ? text.length() : dashes + DASHES.length();
  }

  /// A secret may stand a few words behind the one that names it, on the same line.
  private static String lastWords(String text) {
    int at = text.length();
    int spaces = 0;
    while (at > 0 && text.charAt(at - 1) != '\n') {
      if (Character.isWhitespace(text.charAt(at - 1)) && ++spaces == WORDS) {
        break;
      }
      at--;
    }
    return text.substring(at);
  }

  private static int wordAt(String words, int at) {
    int start = at;
    while (start > 0 && !Character.isWhitespace(words.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  /// Where the end of the text may be the beginning of a secret; behind it, if nowhere.
  private int begunAt(String text) {
    for (int at = Math.max(0, text.length() - longestStart + 1); at < text.length(); at++) {
      if ((starts.isOneBegunAt(text, at) && isBeginningOfWord(text, at))
          || named.isOneBegunAt(text, at)) {
        return at;
      }
    }
    return text.length();
  }

  private static boolean isBeginningOfWord(String text, int at) {
    return at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
  }

  private static String escaped(String value) {
    return value
        .replace("\\", "\\\\")
        .replace("\"", "\\\"")
        .replace("\n", "\\n")
        .replace("\r", "\\r")
        .replace("\t", "\\t");
  }
}
