package dev.drover.files;

import java.nio.file.Path;

/// The reason why a file cannot be used, and the remedy.
final class UnusableFileException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final String what;
  private final String remedy;

  /// @param line counted from 1; 0 for the whole file
  UnusableFileException(int line, String what, String remedy) {
    super(what);
    this.line = line;
    this.what = what;
    this.remedy = remedy;
  }

  /// `explore.md:3`.
  String place(Path file) {
    return line > 0 ? file + ":" + line : file.toString();
  }

  String what() {
    return what;
  }

  String remedy() {
    return remedy;
  }

  /// As consecutive sentences.
  String describe() {
    return "%s. %s".formatted(what, remedy);
  }
}
