package dev.drover.bench.peers.parent;

/// A page that people write, with parts between two marks each that a program writes.
record Page(String text) {
  /// What is between two marks.
  record Part(String name) {
    String begin() {
      return "<!-- " + name + ": begin; written by ./drover-bench -->";
    }

    String end() {
      return "<!-- " + name + ": end -->";
    }
  }

  /// The page with something else between the marks of one part.
  Page with(Part part, String content) {
    int begin = text.indexOf(part.begin());
    int end = text.indexOf(part.end());
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException(
          "the page needs the lines '" + part.begin() + "' and, after it, '" + part.end() + "'");
    }
    return new Page(
        text.substring(0, begin + part.begin().length())
            + "\n\n"
            + content.strip()
            + "\n\n"
            + text.substring(end));
  }
}
