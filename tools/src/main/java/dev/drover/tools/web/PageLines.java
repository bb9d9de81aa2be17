package dev.drover.tools.web;

/// Lines that grow at their end: no space before a line break, and one empty line in a row at most.
final class PageLines {
  private final StringBuilder text = new StringBuilder();

  /// How many white characters are at the end of the text, and how many of them are line breaks.
  private int white;

  private int breaks;

  int length() {
    return text.length();
  }

  void append(String words) {
    for (int i = 0; i < words.length(); i++) {
      append(words.charAt(i));
    }
  }

  /// Text in which all white space counts as one space.
  void appendFlowing(String words) {
    for (int i = 0; i < words.length(); i++) {
      char c = words.charAt(i);
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

  /// Spaces between the last line break or word and the end. Each was appended once, so dropping
  /// them costs no more than appending them did.
  private void dropSpaces() {
    int end = text.length();
    while (end > 0 && (text.charAt(end - 1) == ' ' || text.charAt(end - 1) == '\t')) {
      end--;
    }
    white -= text.length() - end;
    text.setLength(end);
  }

  boolean hasWordsSince(int start) {
    return start < text.length() - white;
  }

  String text() {
    return text.toString().strip();
  }

  static String inOneLine(String words) {
    var line = new PageLines();
    line.appendFlowing(words);
    return line.text();
  }
}
