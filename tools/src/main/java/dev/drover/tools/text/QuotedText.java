package dev.drover.tools.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A text that a model quotes to have it replaced, searched in a file: first exactly, then with the
/// differences ignored that models introduce when they quote.
///
/// @param old the quoted text, not empty
/// @param replacement used literally, but indented like the text it replaces
public record QuotedText(String old, String replacement) {
  /// The result of the first leniency that finds anything.
  public sealed interface Result {
    record NotFound() implements Result {}

    /// @param splices the replacements; ascending, and disjoint unless only one was asked for
    record Found(List<TextSplice> splices, MatchLeniency how) implements Result {}

    /// It was found, but is far longer than the quoted text.
    record TooMuch(int start, MatchLeniency how) implements Result {}

    /// It was found, but no rule explains its indentation.
    record UnevenIndentation(int start) implements Result {}
  }

  /// Finds the quoted text, and adapts its replacement.
  public Result findIn(String text, Overlap overlap) {
    for (var leniency : MatchLeniency.values()) {
      var result = leniency == MatchLeniency.EXACT ? exact(text, overlap) : lenient(text, leniency);
      if (!(result instanceof Result.NotFound)) {
        return result;
      }
    }
    return new Result.NotFound();
  }

  /// Whether overlapping occurrences are counted.
  public enum Overlap {
    COUNTED,
    LEFT_OUT
  }

  private Result exact(String text, Overlap overlap) {
    int step = overlap == Overlap.COUNTED ? 1 : old.length();
    var splices = new ArrayList<TextSplice>();
    for (int at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + step)) {
      splices.add(new TextSplice(at, at + old.length(), replacement));
    }
    return splices.isEmpty()
        ? new Result.NotFound()
        : new Result.Found(splices, MatchLeniency.EXACT);
  }

  private Result lenient(String text, MatchLeniency leniency) {
    var wanted = NormalizedText.of(old, leniency).text();
    if (wanted.isBlank()) {
      return new Result.NotFound();
    }
    var normalized = NormalizedText.of(text, leniency);
    var seen = normalized.text();
    var splices = new ArrayList<TextSplice>();
    for (int at = seen.indexOf(wanted); at >= 0; at = seen.indexOf(wanted, at + 1)) {
      int start = normalized.origin(at);
      int end = normalized.origin(at + wanted.length() - 1) + 1;
      if (!mayBegin(text, start, leniency) || overlaps(splices, start)) {
        continue;
      }
      if (isFarMore(text.substring(start, end), old)) {
        return new Result.TooMuch(start, leniency);
      }
      var splice = fit(text, start, end, leniency);
      if (splice.isEmpty()) {
        return new Result.UnevenIndentation(start);
      }
      splices.add(splice.get());
    }
    return splices.isEmpty() ? new Result.NotFound() : new Result.Found(splices, leniency);
  }

  private static boolean overlaps(List<TextSplice> splices, int start) {
    return !splices.isEmpty() && start < splices.getLast().end();
  }

  /// A text quoted with its indentation does not match in the middle of a line.
  private boolean mayBegin(String text, int start, MatchLeniency leniency) {
    return !leniency.ignores(MatchLeniency.IgnoredDifference.LEADING)
        || IndentationRule.of(old).isEmpty()
        || text.substring(lineStart(text, start), start).isBlank();
  }

  /// Whether the found text is so much longer than the quoted one that it is probably not intended.
  /// Indentation does not count.
  public static boolean isFarMore(String found, String asked) {
    return unindented(found) > 2 * unindented(asked) + 40;
  }

  private static int unindented(String text) {
    return text.lines().mapToInt(line -> line.stripLeading().length() + 1).sum();
  }

  private Optional<TextSplice> fit(String text, int start, int end, MatchLeniency leniency) {
    if (!leniency.ignores(MatchLeniency.IgnoredDifference.LEADING)) {
      return Optional.of(new TextSplice(start, end, replacement));
    }
    int line = lineStart(text, start);
    if (text.substring(line, start).isBlank()) {
      var whole = IndentationRule.rule(pairs(text.substring(line, end), 0));
      if (whole.isPresent()) {
        return Optional.of(new TextSplice(line, end, indented(whole.get(), 0)));
      }
    }
    if (!IndentationRule.of(old).isEmpty()) {
      return Optional.empty();
    }
    // The first line was quoted without its indentation, which is kept.
    return IndentationRule.rule(pairs(text.substring(start, end), 1))
        .map(rule -> new TextSplice(start, end, indented(rule, 1)));
  }

  private List<IndentationRule.Pair> pairs(String found, int firstLine) {
    var quotedLines = old.split("\n", -1);
    var foundLines = found.split("\n", -1);
    var pairs = new ArrayList<IndentationRule.Pair>();
    for (int i = firstLine; i < Math.min(quotedLines.length, foundLines.length); i++) {
      if (!quotedLines[i].isBlank()) {
        pairs.add(
            new IndentationRule.Pair(
                IndentationRule.of(quotedLines[i]), IndentationRule.of(foundLines[i])));
      }
    }
    return pairs;
  }

  private String indented(UnaryOperator<String> rule, int firstLine) {
    var lines = replacement.split("\n", -1);
    for (int i = firstLine; i < lines.length; i++) {
      lines[i] = IndentationRule.apply(rule, lines[i]);
    }
    return String.join("\n", Arrays.asList(lines));
  }

  private static int lineStart(String text, int at) {
    return text.lastIndexOf('\n', at - 1) + 1;
  }
}
