package dev.drover.cli.output;

import java.util.function.Function;

/// Wraps text that arrives in pieces at word boundaries. A piece may end inside a word: that word
/// is held back until it is complete, because it may have to move to the next line.
final class ParagraphWriter {
  private final ConsolePrinter out;
  private final String margin;
  private final int room;
  private final Function<StyledText, StyledText> paint;
  private final StringBuilder word = new StringBuilder();
  private int column;

  /// @param margin the text before each line
  ParagraphWriter(
      ConsolePrinter out, int width, String margin, Function<StyledText, StyledText> paint) {
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
          // Some systems end lines with CR LF.
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
    for (var row : TextWrapper.of(visible, room)) {
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

  /// Ends the paragraph; later text begins a new line.
  void end() {
    endWord();
    column = 0;
  }
}
