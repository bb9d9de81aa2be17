package dev.drover.spi.secret;

import dev.drover.spi.secret.SecretShapes.SecretShape;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Removes secrets from texts before they are stored: keys and tokens in well-known formats, values
/// whose names indicate a secret, and the values that the host declares.
///
/// A format is no proof: text that only looks like a key is removed too, and a password that looks
/// like an ordinary word is not found unless the host declares it. The time is linear in the length
/// of the text, whatever it contains. Safe for use by many threads.
public final class SecretRedactor {
  /// A shorter value would be found in harmless words.
  public static final int SHORTEST_VALUE = 6;

  private static final String NAMED = "secret";
  private static final String DASHES = "-----";

  /// JSON in JSON in JSON.
  private static final int MOST_LAYERS = 4;

  /// Prefixes of secrets, at the beginning of a word.
  private static final PrefixSet STARTS = starts();

  private static final int LONGEST_MARKER = longestMarker();

  /// Knows the formats, and no values.
  public static final SecretRedactor KNOWN_SHAPES = new SecretRedactor(List.of());

  private final List<String> values;

  /// Prefixes of the values that the host declared, anywhere in the text.
  private final PrefixSet named;

  private final int longestStart;
  private final int longestMarker;

  private SecretRedactor(List<String> values) {
    this.values = values;
    this.named = new PrefixSet(values);
    this.longestStart = Math.max(STARTS.longest(), named.longest());
    this.longestMarker = Math.max(LONGEST_MARKER, named.longest());
  }

  private static PrefixSet starts() {
    var starts = new LinkedHashSet<>(List.of(PrivateKeyBlock.BEGINS));
    for (var shape : SecretShapes.ALL) {
      if (shape.extent() == SecretShape.Extent.WHOLE) {
        starts.add(shape.prefix());
      }
    }
    return new PrefixSet(starts);
  }

  private static int longestMarker() {
    int longest = 0;
    for (var marker : SecretMarkers.ALL) {
      longest = Math.max(longest, marker.text().length());
    }
    return longest;
  }

  /// A redactor that also removes these values, anywhere, plain or in Base64.
  ///
  /// @throws IllegalArgumentException if one is shorter than [#SHORTEST_VALUE]; the message does
  ///   not contain it
  public SecretRedactor withValues(Collection<String> more) {
    var all = new LinkedHashSet<>(values);
    for (var value : more) {
      if (value.length() < SHORTEST_VALUE) {
        throw new IllegalArgumentException(
            "a secret has %d characters; it must have at least %d, or it would be found in other words"
                .formatted(value.length(), SHORTEST_VALUE));
      }
      all.add(value);
      // Inside arguments it has the form of a JSON string.
      all.add(escaped(value));
      all.add(encoded(value));
    }
    // The longest first: one may be a part of another.
    var ordered = new ArrayList<>(all);
    ordered.sort(Comparator.comparingInt(String::length).reversed());
    return new SecretRedactor(List.copyOf(ordered));
  }

  /// @return the same text, not a copy, if there is nothing to remove
  public String redact(String text) {
    return redact(text, 0);
  }

  /// The end of a text without its secrets. The beginning helps to recognize them: it may contain
  /// the name of a value, or the first half of a key.
  ///
  /// @param from start of the end
  public String redact(String text, int from) {
    var spans = mayHoldSecret(text) ? spans(text).spans() : List.<SecretSpan>of();
    if (spans.isEmpty()) {
      return from == 0 ? text : text.substring(from);
    }
    var clean = new StringBuilder(text.length() - from);
    int done = from;
    for (var span : spans) {
      if (span.end() > from) {
        clean
            .append(text, done, Math.max(done, span.start()))
            .append(SecretShape.mark(span.kind()));
        done = span.end();
      }
    }
    return clean.append(text, done, text.length()).toString();
  }

  List<SecretSpan> find(String text) {
    return spans(text).spans();
  }

  /// The result of a search in a text.
  ///
  /// @param open the position from which more text could change the result
  private record Search(List<SecretSpan> spans, int open) {}

  private Search spans(String text) {
    var found = namedSpans(text);
    int first = SecretMarkers.next(text, 0);
    if (first < 0) {
      return new Search(found, text.length());
    }
    var scan = SecretScanner.of(text, first);
    int open = scan.open();
    var all = found;
    if (!scan.spans().isEmpty()) {
      all = new ArrayList<>(found);
      all.addAll(scan.spans());
    }
    var layer = scan.isEscaped() ? EscapedText.of(text) : null;
    for (int depth = 0; layer != null && depth < MOST_LAYERS; depth++) {
      first = SecretMarkers.next(layer.decoded(), 0);
      if (first >= 0) {
        var inner = SecretScanner.of(layer.decoded(), first);
        all = all.isEmpty() ? new ArrayList<>() : all;
        for (var span : inner.spans()) {
          all.add(layer.original(span));
        }
        open = Math.min(open, layer.origin(inner.open()));
      }
      layer = layer.next();
    }
    return new Search(SecretSpan.merged(all), open);
  }

  private List<SecretSpan> namedSpans(String text) {
    var found = List.<SecretSpan>of();
    for (var value : values) {
      for (int at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length())) {
        found = found.isEmpty() ? new ArrayList<>() : found;
        found.add(new SecretSpan(at, at + value.length(), NAMED));
      }
    }
    return SecretSpan.merged(found);
  }

  /// Whether the text contains anything that could be a secret. If not, nothing is removed from it,
  /// nor from any part of it.
  public boolean mayHoldSecret(String text) {
    if (SecretMarkers.areIn(text)) {
      return true;
    }
    for (var value : values) {
      if (text.contains(value)) {
        return true;
      }
    }
    return false;
  }

  /// Whether there is anything to remove.
  public boolean hasSecret(String text) {
    return !spans(text).spans().isEmpty();
  }

  /// For a text that arrives in fragments: how much of it can be shown, redacted, because no secret
  /// begins before that position and continues after the text so far.
  public int safeLength(String soFar) {
    var search = spans(soFar);
    int clear = Math.min(search.open(), begunAt(soFar));
    for (var span : search.spans()) {
      if (span.start() < clear && clear < span.end()) {
        return span.start();
      }
    }
    return clear;
  }

  /// The same check for the usual case, in a fraction of the time: whether all of a text can be
  /// shown unchanged that had no marker of a secret before.
  ///
  /// @param from start of the new text; the text before was shown, and has no marker
  public boolean isPlain(StringBuilder soFar, int from) {
    var end = soFar.substring(Math.max(0, from - longestMarker));
    return !mayHoldSecret(end) && !end.contains(DASHES) && begunAt(end) == end.length();
  }

  /// Where the end of the text may be the beginning of a secret; its length, if nowhere.
  private int begunAt(String text) {
    for (int at = Math.max(0, text.length() - longestStart + 1); at < text.length(); at++) {
      if ((STARTS.isOneBegunAt(text, at) && WordBoundary.isAt(text, at))
          || named.isOneBegunAt(text, at)) {
        return at;
      }
    }
    return text.length();
  }

  private static String escaped(String value) {
    return value
        .replace("\\", "\\\\")
        .replace("\"", "\\\"")
        .replace("\n", "\\n")
        .replace("\r", "\\r")
        .replace("\t", "\\t");
  }

  /// Without the last group, which depends on the text that follows.
  private static String encoded(String value) {
    var whole = Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
    return whole.substring(0, value.getBytes(StandardCharsets.UTF_8).length / 3 * 4);
  }

  /// A text with masked secrets, which can restore them in a text that was derived from it.
  ///
  /// A mask says nothing about its secret but the kind. The secret is identified by the words
  /// before its mask on the same line, or because the text has only one secret of that kind. An
  /// ambiguous mask is not restored: a guess would put a key where it does not belong.
  public static final class MaskedText {
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

    /// Masks the secrets of this text in a text about it, such as a diff: even if it contains only
    /// a part of a secret, or not the context that identifies it.
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
}
