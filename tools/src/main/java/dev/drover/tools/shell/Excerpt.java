package dev.drover.tools.shell;

/// Of an output, what the model is shown.
///
/// @param missing how many bytes are left out between head and tail
/// @param total how many bytes there were
record Excerpt(String head, long missing, long total, String tail) {
  /// Stands for bytes that are no text.
  static final char NO_TEXT = '\uFFFD';

  boolean isCut() {
    return missing > 0;
  }

  /// Whether it is no use to show it: more than one in five characters is none.
  boolean isBinary() {
    long strange = head.chars().filter(c -> c == NO_TEXT).count();
    strange += tail.chars().filter(c -> c == NO_TEXT).count();
    return strange * 5 > head.length() + tail.length();
  }

  /// @param hint what to do about what is left out; may be empty
  String text(String hint) {
    return isCut()
        ? "%s\n[… %d of %d bytes left out%s …]\n%s".formatted(head, missing, total, hint, tail)
        : head + tail;
  }
}
