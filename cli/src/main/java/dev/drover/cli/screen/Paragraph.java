package dev.drover.cli.screen;

import java.util.function.UnaryOperator;

/// Words that come in pieces, broken into lines between words. A piece may end inside a word: that
/// word is held back until it is whole, because it may belong on the next line.
final class Paragraph {
  private final Printer out;
  private final int width;
  private final UnaryOperator<String> paint;
  private final StringBuilder word = new StringBuilder();
  private int column;

  Paragraph(Printer out, int width, UnaryOperator<String> paint) {
    this.out = out;
    this.width = width;
    this.paint = paint;
  }

  void add(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\n' -> {
          endWord();
          out.piece("\n");
          column = 0;
        }
        case ' ', '\t' -> {
          endWord();
          if (column < width) {
            out.piece(" ");
            column++;
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
    int length = word.codePointCount(0, word.length());
    if (column > 0 && column + length > width) {
      out.piece("\n");
      column = 0;
    }
    out.piece(paint.apply(word.toString()));
    column += length;
    word.setLength(0);
  }

  /// Nothing follows; what comes next begins a line.
  void end() {
    endWord();
    column = 0;
  }
}
