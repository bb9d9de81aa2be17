package dev.drover.cli.output;

import dev.drover.cli.output.StyledText.Span;
import dev.drover.cli.output.StyledText.Style;
import java.util.ArrayList;
import java.util.List;

/// Breaks a text into rows that fit: at line breaks, else after a blank, else where the row is
/// full. Nothing is omitted.
final class TextWrapper {
  private static final String TAB = "  ";
  private static final int WIDEST = 10_000;

  private final int room;
  private final List<List<Span>> rows = new ArrayList<>();
  private List<Span> row = new ArrayList<>();
  private final StringBuilder piece = new StringBuilder();
  private Style style = Style.PLAIN;
  private int column;
  // Position after the last blank of the row: spans, length of the open piece, column.
  private int blankSpans = -1;
  private int blankPiece;
  private int blankColumn;

  private TextWrapper(int room) {
    this.room = room;
  }

  /// @param room the columns of a row
  static List<List<Span>> of(StyledText text, int room) {
    var rows = new TextWrapper(Math.max(1, room));
    text.spans().forEach(rows::add);
    rows.endRow();
    return rows.rows;
  }

  private void add(Span span) {
    endPiece();
    style = span.style();
    var text = span.text();
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      switch (c) {
        case '\n' -> endRow();
        // Without alignment a tab is like any other character.
        case '\t' -> (room < WIDEST ? TAB : "\t").chars().forEach(this::add);
        default -> add(c);
      }
    }
  }

  private void add(int c) {
    int columns = CodePoints.columns(c);
    if (column + columns > room && column > 0) {
      wrap();
    }
    piece.appendCodePoint(c);
    column += columns;
    if (c == ' ') {
      blankSpans = row.size();
      blankPiece = piece.length();
      blankColumn = column;
    }
  }

  /// Ends the row after its last blank, unless that would leave most of it empty.
  private void wrap() {
    if (blankSpans < 0 || blankColumn <= room / 2 || blankColumn == column) {
      endRow();
      return;
    }
    int carried = column - blankColumn;
    endPiece();
    var rest = new ArrayList<Span>();
    if (blankSpans < row.size()) {
      var cut = row.get(blankSpans);
      rest.add(new Span(cut.text().substring(blankPiece), cut.style()));
      rest.addAll(row.subList(blankSpans + 1, row.size()));
      row = new ArrayList<>(row.subList(0, blankSpans));
      row.add(new Span(cut.text().substring(0, blankPiece), cut.style()));
    }
    endRow();
    row.addAll(rest);
    row.removeIf(span -> span.text().isEmpty());
    column = carried;
  }

  private void endPiece() {
    if (!piece.isEmpty()) {
      row.add(new Span(piece.toString(), style));
      piece.setLength(0);
    }
  }

  private void endRow() {
    endPiece();
    rows.add(row);
    row = new ArrayList<>();
    column = 0;
    blankSpans = -1;
  }
}
