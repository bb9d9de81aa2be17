package dev.drover.spi.secret;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/// Takes secrets out of texts before they are written down: keys and tokens in the shapes that are
/// commonly known, values whose names say that they are secret, and the values that the host names.
///
/// A shape is no proof: what looks like a key and is none is taken out too, and a password that
/// looks like any other word is not found unless the host names it. The time it takes grows with
/// the length of a text, whatever is in it. Safe for use by many threads.
public final class Redactor {
  /// A shorter value would be found in innocent words.
  public static final int SHORTEST_VALUE = 6;

  private static final String NAMED = "secret";
  private static final String DASHES = "-----";

  /// JSON in JSON in JSON.
  private static final int MOST_LAYERS = 4;

  /// How a secret begins, at the beginning of a word.
  private static final Beginnings STARTS = starts();

  private static final int LONGEST_SIGN = longestSign();

  /// Knows the shapes, and no value.
  public static final Redactor OF_SHAPES = new Redactor(List.of());

  private final List<String> values;

  /// How a value begins that the host has named, wherever it stands.
  private final Beginnings named;

  private final int longestStart;
  private final int longestSign;

  private Redactor(List<String> values) {
    this.values = values;
    this.named = new Beginnings(values);
    this.longestStart = Math.max(STARTS.longest(), named.longest());
    this.longestSign = Math.max(LONGEST_SIGN, named.longest());
  }

  private static Beginnings starts() {
    var starts = new LinkedHashSet<>(List.of(KeyBlock.BEGINS));
    for (var shape : KnownShapes.ALL) {
      if (shape.extent() == SecretShape.Extent.WHOLE) {
        starts.add(shape.prefix());
      }
    }
    return new Beginnings(starts);
  }

  private static int longestSign() {
    int longest = 0;
    for (var sign : Signs.ALL) {
      longest = Math.max(longest, sign.text().length());
    }
    return longest;
  }

  /// One that also takes out these values, wherever they are, as they are or in Base64.
  ///
  /// @throws IllegalArgumentException if one is shorter than [#SHORTEST_VALUE]; the message does
  ///   not repeat it
  public Redactor naming(Collection<String> more) {
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
    return new Redactor(List.copyOf(ordered));
  }

  /// @return the same text, not a copy, if there is nothing to take out
  public String redact(String text) {
    return redact(text, 0);
  }

  /// The end of a text without its secrets. The beginning decides with it what is a secret: the
  /// name of a value may stand there, or the first half of a key.
  ///
  /// @param from where the end begins
  public String redact(String text, int from) {
    var spans = hasSign(text) ? spans(text).spans() : List.<Span>of();
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

  List<Span> find(String text) {
    return spans(text).spans();
  }

  /// What was found in a text.
  ///
  /// @param open from where on more text could change that
  private record Search(List<Span> spans, int open) {}

  private Search spans(String text) {
    var found = namedSpans(text);
    int first = Signs.next(text, 0);
    if (first < 0) {
      return new Search(found, text.length());
    }
    var scan = TextScan.of(text, first);
    int open = scan.open();
    var all = found;
    if (!scan.spans().isEmpty()) {
      all = new ArrayList<>(found);
      all.addAll(scan.spans());
    }
    var layer = scan.isEscaped() ? EscapedText.of(text) : null;
    for (int depth = 0; layer != null && depth < MOST_LAYERS; depth++) {
      first = Signs.next(layer.decoded(), 0);
      if (first >= 0) {
        var inner = TextScan.of(layer.decoded(), first);
        all = all.isEmpty() ? new ArrayList<>() : all;
        for (var span : inner.spans()) {
          all.add(layer.original(span));
        }
        open = Math.min(open, layer.origin(inner.open()));
      }
      layer = layer.next();
    }
    return new Search(Span.merged(all), open);
  }

  private List<Span> namedSpans(String text) {
    var found = List.<Span>of();
    for (var value : values) {
      for (int at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length())) {
        found = found.isEmpty() ? new ArrayList<>() : found;
        found.add(new Span(at, at + value.length(), NAMED));
      }
    }
    return Span.merged(found);
  }

  /// Whether there is anything that could be a secret. If not, nothing is taken out of this text,
  /// nor of any part of it.
  public boolean hasSign(String text) {
    if (Signs.areIn(text)) {
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
    return !spans(text).spans().isEmpty();
  }

  /// For a text that comes bit by bit: up to where it can be shown, redacted, because no secret
  /// begins before that and goes on behind what is there so far.
  public int clearUpTo(String soFar) {
    var search = spans(soFar);
    int clear = Math.min(search.open(), begunAt(soFar));
    for (var span : search.spans()) {
      if (span.start() < clear && clear < span.end()) {
        return span.start();
      }
    }
    return clear;
  }

  /// The same question for the usual case, in a fraction of the time: whether all can be shown, as
  /// it is, of a text that had no sign of a secret before.
  ///
  /// @param from where it goes on; what stands before has been shown, and has no sign
  public boolean isPlain(StringBuilder soFar, int from) {
    var end = soFar.substring(Math.max(0, from - longestSign));
    return !hasSign(end) && !end.contains(DASHES) && begunAt(end) == end.length();
  }

  /// Where the end of the text may be the beginning of a secret; behind it, if nowhere.
  private int begunAt(String text) {
    for (int at = Math.max(0, text.length() - longestStart + 1); at < text.length(); at++) {
      if ((STARTS.isOneBegunAt(text, at) && WordStart.isAt(text, at))
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

  /// Without the last group, which depends on what follows.
  private static String encoded(String value) {
    var whole = Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
    return whole.substring(0, value.getBytes(StandardCharsets.UTF_8).length / 3 * 4);
  }
}
