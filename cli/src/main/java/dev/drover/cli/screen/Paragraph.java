package dev.drover.cli.screen;

import java.util.function.Function;

/// Words that come in pieces, broken into lines between words. A piece may end inside a word: that
/// word is held back until it is whole, because it may belong on the next line.
final class Paragraph {
  private final Printer out;
  private final String margin;
  private final int room;
  private final Function<StyledText, StyledText> paint;
  private final StringBuilder word = new StringBuilder();
  private int column;

  /// @param margin what stands before each line
  Paragraph(Printer out, int width, String margin, Function<StyledText, StyledText> paint) {
    this.out = out;
    this.margin = margin;
    this.room = width - margin.length();
    this.paint = paint;
  }

  void add(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\n' -> {
          // Files of some systems end their lines with both.
          if (!word.isEmpty() && word.charAt(word.length() - 1) == '\r') {
            word.setLength(word.length() - 1);
          }
          endWord();
          endRow();
        }
        case ' ', '\t' -> {
          endWord();
          if (column < room) {
            put(" ", 1);
          }
        }
        default -> word.append(c);
      }
    }
  }

  private void endWord() {
    if (word.isEmpty()) {
      return;
    }
    var visible = StyledText.prose(word.toString());
    word.setLength(0);
    if (column > 0 && column + VisibleText.columns(visible.toString()) > room) {
      endRow();
    }
    boolean isFirst = true;
    for (var row : TextRows.of(visible, room)) {
      if (!isFirst) {
        endRow();
      }
      isFirst = false;
      var part = StyledText.spanning(row);
      put(paint.apply(part), VisibleText.columns(part.toString()));
    }
  }

  private void put(Object part, int columns) {
    out.piece(column == 0 ? margin : "", part);
    column += columns;
  }

  private void endRow() {
    out.piece("\n");
    column = 0;
  }

  /// Nothing follows; what comes next begins a line.
  void end() {
    endWord();
    column = 0;
  }
}
