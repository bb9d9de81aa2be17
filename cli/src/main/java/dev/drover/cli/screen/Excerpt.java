package dev.drover.cli.screen;

import dev.drover.cli.screen.StyledText.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Head and tail of a text that is too long to be shown at once, with an exact count of what is
/// left out between them. A text that fits is all head.
///
/// @param leftOut in words; empty if nothing is
record Excerpt(List<StyledText> head, String leftOut, List<StyledText> tail) {
  private static final int HEAD_ROWS = 24;
  private static final int TAIL_ROWS = 12;

  /// Where lines have no limit, a row ends here.
  private static final int LONGEST_ROW = 1_000;

  Excerpt {
    head = List.copyOf(head);
    tail = List.copyOf(tail);
  }

  /// @param isFirst whether a line of the text begins with it
  private record Row(String text, StyledText styled, boolean isFirst) {}

  /// @param room how many columns a row may take
  /// @param paint how a line is to look
  static Excerpt of(String text, int room, Function<String, StyledText> paint) {
    var rows = new ArrayList<Row>();
    for (var line : VisibleText.of(text).split("\n", -1)) {
      boolean isFirst = true;
      for (var spans : TextRows.of(paint.apply(line), Math.min(room, LONGEST_ROW))) {
        var words = spans.stream().map(Span::text).collect(Collectors.joining());
        rows.add(new Row(words, StyledText.spanning(spans), isFirst));
        isFirst = false;
      }
    }
    if (rows.size() <= HEAD_ROWS + TAIL_ROWS + 1) {
      return new Excerpt(rows.stream().map(Row::styled).toList(), "", List.of());
    }
    int tail = rows.size() - TAIL_ROWS;
    return new Excerpt(
        rows.subList(0, HEAD_ROWS).stream().map(Row::styled).toList(),
        count(rows.subList(HEAD_ROWS, tail), rows.get(tail).isFirst()),
        rows.subList(tail, rows.size()).stream().map(Row::styled).toList());
  }

  /// In lines as well, where whole lines are left out.
  private static String count(List<Row> rows, boolean endsLine) {
    long characters =
        rows.stream().mapToLong(row -> row.text().codePointCount(0, row.text().length())).sum();
    var words = Wording.count(characters, "character");
    return rows.getFirst().isFirst() && endsLine
        ? "%s (%s)"
            .formatted(Wording.count(rows.stream().filter(Row::isFirst).count(), "line"), words)
        : words;
  }
}
