package dev.drover.cli.output;

import dev.drover.cli.output.StyledText.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Head and tail of a text that is too long to be shown at once, with an exact count of the omitted
/// part. A text that fits is all head.
///
/// @param leftOut in words; empty if nothing was omitted
record StyledExcerpt(List<StyledText> head, String leftOut, List<StyledText> tail) {
  private static final int HEAD_ROWS = 24;
  private static final int TAIL_ROWS = 12;

  /// The maximum row length where lines have no limit.
  private static final int LONGEST_ROW = 1_000;

  StyledExcerpt {
    head = List.copyOf(head);
    tail = List.copyOf(tail);
  }

  /// @param isFirst whether it begins a line of the text
  private record Row(String text, StyledText styled, boolean isFirst) {}

  /// @param room the columns of a row
  /// @param paint styles a line
  static StyledExcerpt of(String text, int room, Function<String, StyledText> paint) {
    var rows = new ArrayList<Row>();
    for (var line : VisibleText.of(text).split("\n", -1)) {
      boolean isFirst = true;
      for (var spans : TextWrapper.of(paint.apply(line), Math.min(room, LONGEST_ROW))) {
        var words = spans.stream().map(Span::text).collect(Collectors.joining());
        rows.add(new Row(words, StyledText.spanning(spans), isFirst));
        isFirst = false;
      }
    }
    if (rows.size() <= HEAD_ROWS + TAIL_ROWS + 1) {
      return new StyledExcerpt(rows.stream().map(Row::styled).toList(), "", List.of());
    }
    int tail = rows.size() - TAIL_ROWS;
    return new StyledExcerpt(
        rows.subList(0, HEAD_ROWS).stream().map(Row::styled).toList(),
        count(rows.subList(HEAD_ROWS, tail), rows.get(tail).isFirst()),
        rows.subList(tail, rows.size()).stream().map(Row::styled).toList());
  }

  /// Also counts lines where whole lines are omitted.
  private static String count(List<Row> rows, boolean endsLine) {
    long characters =
        rows.stream().mapToLong(row -> row.text().codePointCount(0, row.text().length())).sum();
    var words = DisplayFormats.count(characters, "character");
    return rows.getFirst().isFirst() && endsLine
        ? "%s (%s)"
            .formatted(
                DisplayFormats.count(rows.stream().filter(Row::isFirst).count(), "line"), words)
        : words;
  }
}
