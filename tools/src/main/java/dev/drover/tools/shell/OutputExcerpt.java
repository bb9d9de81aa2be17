package dev.drover.tools.shell;

/// The part of an output that is shown to the model.
///
/// @param missing number of bytes left out between head and tail
/// @param total number of bytes printed
record OutputExcerpt(String head, long missing, long total, String tail) {
  /// Stands for bytes that are not text.
  static final char NO_TEXT = '\uFFFD';

  boolean isCut() {
    return missing > 0;
  }

  /// Whether the output is not worth showing: more than one in five characters is not text.
  boolean isBinary() {
    long invalid = head.chars().filter(c -> c == NO_TEXT).count();
    invalid += tail.chars().filter(c -> c == NO_TEXT).count();
    return invalid * 5 > head.length() + tail.length();
  }

  /// @param hint how to read the part left out; may be empty
  String text(String hint) {
    return isCut()
        ? "%s\n[… %d of %d bytes left out%s …]\n%s".formatted(head, missing, total, hint, tail)
        : head + tail;
  }
}
