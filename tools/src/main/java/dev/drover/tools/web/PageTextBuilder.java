package dev.drover.tools.web;

/// Builds lines of text: no space before a line break, and at most one empty line in a row.
final class PageTextBuilder {
  private final StringBuilder text = new StringBuilder();

  /// The number of white space characters at the end of the text, and of line breaks among them.
  private int white;

  private int breaks;

  int length() {
    return text.length();
  }

  void append(String added) {
    for (int i = 0; i < added.length(); i++) {
      append(added.charAt(i));
    }
  }

  /// Text in which any white space counts as one space.
  void appendFlowing(String added) {
    for (int i = 0; i < added.length(); i++) {
      char c = added.charAt(i);
      if (!Character.isWhitespace(c)) {
        append(c);
      } else if (white == 0 && !text.isEmpty()) {
        append(' ');
      }
    }
  }

  void newLine() {
    if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
      append('\n');
    }
  }

  private void append(char c) {
    if (c == '\n') {
      dropSpaces();
      if (breaks == 2) {
        return;
      }
      breaks++;
      white++;
    } else if (c == ' ' || c == '\t') {
      white++;
    } else {
      white = 0;
      breaks = 0;
    }
    text.append(c);
  }

  /// Removes spaces after the last line break or word. Each was appended once, so removing them
  /// costs no more than appending them did.
  private void dropSpaces() {
    int end = text.length();
    while (end > 0 && (text.charAt(end - 1) == ' ' || text.charAt(end - 1) == '\t')) {
      end--;
    }
    white -= text.length() - end;
    text.setLength(end);
  }

  boolean hasTextSince(int start) {
    return start < text.length() - white;
  }

  String text() {
    return text.toString().strip();
  }

  static String inOneLine(String text) {
    var line = new PageTextBuilder();
    line.appendFlowing(text);
    return line.text();
  }
}
