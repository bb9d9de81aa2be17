package dev.drover.files;

import java.nio.file.Path;

/// Why a file cannot be used, and what to do.
final class Unusable extends Exception {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final String what;
  private final String remedy;

  /// @param line counted from 1; 0 if it is about the whole file
  Unusable(int line, String what, String remedy) {
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

  /// In one sentence after the other.
  String words() {
    return "%s. %s".formatted(what, remedy);
  }
}
