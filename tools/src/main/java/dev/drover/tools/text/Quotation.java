package dev.drover.tools.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A text that a model quotes to have it replaced, looked for in a file: first as it stands, then
/// with differences overlooked that models make when they quote.
///
/// @param old what was quoted, not empty
/// @param replacement taken literally, but indented as the place is
public record Quotation(String old, String replacement) {
  /// What was found with the first leniency that finds anything.
  public sealed interface Result {
    record Nowhere() implements Result {}

    /// @param splices where it is, and what goes there; ascending, and apart unless asked for once
    record Found(List<Splice> splices, Leniency how) implements Result {}

    /// It is there, and takes up far more than was quoted.
    record TooMuch(int start, Leniency how) implements Result {}

    /// It is there, but indented in a way that no rule explains.
    record Uneven(int start) implements Result {}
  }

  /// Where it is in a text, and what takes its place there.
  public Result in(String text, Overlap overlap) {
    for (var leniency : Leniency.values()) {
      var result = leniency == Leniency.EXACT ? exact(text, overlap) : lenient(text, leniency);
      if (!(result instanceof Result.Nowhere)) {
        return result;
      }
    }
    return new Result.Nowhere();
  }

  /// Whether places that share characters are counted.
  public enum Overlap {
    COUNTED,
    LEFT_OUT
  }

  private Result exact(String text, Overlap overlap) {
    int step = overlap == Overlap.COUNTED ? 1 : old.length();
    var splices = new ArrayList<Splice>();
    for (int at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + step)) {
      splices.add(new Splice(at, at + old.length(), replacement));
    }
    return splices.isEmpty() ? new Result.Nowhere() : new Result.Found(splices, Leniency.EXACT);
  }

  private Result lenient(String text, Leniency leniency) {
    var wanted = Blurred.of(old, leniency).text();
    if (wanted.isBlank()) {
      return new Result.Nowhere();
    }
    var blurred = Blurred.of(text, leniency);
    var seen = blurred.text();
    var splices = new ArrayList<Splice>();
    for (int at = seen.indexOf(wanted); at >= 0; at = seen.indexOf(wanted, at + 1)) {
      int start = blurred.origin(at);
      int end = blurred.origin(at + wanted.length() - 1) + 1;
      if (!mayBegin(text, start, leniency) || overlaps(splices, start)) {
        continue;
      }
      if (isFarMore(text.substring(start, end), old)) {
        return new Result.TooMuch(start, leniency);
      }
      var splice = fit(text, start, end, leniency);
      if (splice.isEmpty()) {
        return new Result.Uneven(start);
      }
      splices.add(splice.get());
    }
    return splices.isEmpty() ? new Result.Nowhere() : new Result.Found(splices, leniency);
  }

  private static boolean overlaps(List<Splice> splices, int start) {
    return !splices.isEmpty() && start < splices.getLast().end();
  }

  /// What was quoted with its indentation is not found in the middle of a line.
  private boolean mayBegin(String text, int start, Leniency leniency) {
    return !leniency.overlooks(Leniency.Slip.LEADING)
        || Indentation.of(old).isEmpty()
        || text.substring(lineStart(text, start), start).isBlank();
  }

  /// Whether what was found is so much longer than what was asked for that it is likely not meant.
  /// Indentation does not count.
  public static boolean isFarMore(String found, String asked) {
    return unindented(found) > 2 * unindented(asked) + 40;
  }

  private static int unindented(String text) {
    return text.lines().mapToInt(line -> line.stripLeading().length() + 1).sum();
  }

  private Optional<Splice> fit(String text, int start, int end, Leniency leniency) {
    if (!leniency.overlooks(Leniency.Slip.LEADING)) {
      return Optional.of(new Splice(start, end, replacement));
    }
    int line = lineStart(text, start);
    if (text.substring(line, start).isBlank()) {
      var whole = Indentation.rule(pairs(text.substring(line, end), 0));
      if (whole.isPresent()) {
        return Optional.of(new Splice(line, end, indented(whole.get(), 0)));
      }
    }
    if (!Indentation.of(old).isEmpty()) {
      return Optional.empty();
    }
    // The first line was quoted without its indentation, which then stays.
    return Indentation.rule(pairs(text.substring(start, end), 1))
        .map(rule -> new Splice(start, end, indented(rule, 1)));
  }

  private List<Indentation.Pair> pairs(String found, int firstLine) {
    var quotedLines = old.split("\n", -1);
    var foundLines = found.split("\n", -1);
    var pairs = new ArrayList<Indentation.Pair>();
    for (int i = firstLine; i < Math.min(quotedLines.length, foundLines.length); i++) {
      if (!quotedLines[i].isBlank()) {
        pairs.add(
            new Indentation.Pair(Indentation.of(quotedLines[i]), Indentation.of(foundLines[i])));
      }
    }
    return pairs;
  }

  private String indented(UnaryOperator<String> rule, int firstLine) {
    var lines = replacement.split("\n", -1);
    for (int i = firstLine; i < lines.length; i++) {
      lines[i] = Indentation.apply(rule, lines[i]);
    }
    return String.join("\n", Arrays.asList(lines));
  }

  private static int lineStart(String text, int at) {
    return text.lastIndexOf('\n', at - 1) + 1;
  }
}
