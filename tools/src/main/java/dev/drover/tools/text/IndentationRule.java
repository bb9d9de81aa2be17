package dev.drover.tools.text;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Finds the rule by which the indentation of a text differs from that of its quotation, so that
/// the replacement can be indented by the same rule: a common prefix, tabs for spaces, or another
/// width. If the lines follow no common rule, there is no result.
public final class IndentationRule {
  private static final int[] TAB_WIDTHS = {4, 2, 8, 3};

  /// The indentation of one line, as quoted and as found.
  public record Pair(String quoted, String found) {}

  private final List<Pair> pairs;
  private final boolean tabs;

  private IndentationRule(List<Pair> pairs) {
    this.pairs = pairs;
    this.tabs = pairs.stream().anyMatch(pair -> pair.found().contains("\t"));
  }

  /// @return the function from quoted to found indentation; empty if there is no such rule
  public static Optional<UnaryOperator<String>> rule(List<Pair> pairs) {
    var indentation = new IndentationRule(pairs);
    return indentation.candidates().filter(indentation::explains).findFirst();
  }

  /// The white space at the beginning of a line.
  public static String of(String line) {
    int end = 0;
    while (end < line.length() && (line.charAt(end) == ' ' || line.charAt(end) == '\t')) {
      end++;
    }
    return line.substring(0, end);
  }

  /// Applies the rule to a line; a blank line stays unchanged.
  public static String apply(UnaryOperator<String> rule, String line) {
    return line.isBlank() ? line : rule.apply(of(line)) + line.substring(of(line).length());
  }

  private boolean explains(UnaryOperator<String> rule) {
    return pairs.stream().allMatch(pair -> rule.apply(pair.quoted()).equals(pair.found()));
  }

  private Stream<UnaryOperator<String>> candidates() {
    if (pairs.isEmpty()) {
      return Stream.of(UnaryOperator.identity());
    }
    var widths = IntStream.of(TAB_WIDTHS).boxed().toList();
    return Stream.of(
            Stream.of(prefix()), widths.stream().map(this::shift), widths.stream().map(this::scale))
        .flatMap(all -> all);
  }

  /// The same characters added or removed at the beginning.
  private UnaryOperator<String> prefix() {
    var first = pairs.getFirst();
    if (first.found().endsWith(first.quoted())) {
      int more = first.found().length() - first.quoted().length();
      var prefix = first.found().substring(0, more);
      return indentation -> prefix + indentation;
    }
    int fewer = Math.max(0, first.quoted().length() - first.found().length());
    return indentation -> indentation.substring(Math.min(fewer, indentation.length()));
  }

  /// A number of columns more or fewer, with the characters that the file uses.
  private UnaryOperator<String> shift(int tab) {
    var first = pairs.getFirst();
    int shift = columns(first.found(), tab) - columns(first.quoted(), tab);
    return indentation -> render(columns(indentation, tab) + shift, tab);
  }

  /// Indentation steps of another width.
  private UnaryOperator<String> scale(int tab) {
    var deepest =
        pairs.stream().max((a, b) -> columns(a.quoted(), tab) - columns(b.quoted(), tab)).get();
    int quoted = Math.max(1, columns(deepest.quoted(), tab));
    int found = columns(deepest.found(), tab);
    return indentation -> render(columns(indentation, tab) * found / quoted, tab);
  }

  private String render(int columns, int tab) {
    int wanted = Math.max(0, columns);
    return tabs ? "\t".repeat(wanted / tab) + " ".repeat(wanted % tab) : " ".repeat(wanted);
  }

  private static int columns(String indentation, int tab) {
    int columns = 0;
    for (int i = 0; i < indentation.length(); i++) {
      columns += indentation.charAt(i) == '\t' ? tab - columns % tab : 1;
    }
    return columns;
  }
}
