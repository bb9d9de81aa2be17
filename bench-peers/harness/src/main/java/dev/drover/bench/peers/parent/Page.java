package dev.drover.bench.peers.parent;

/// A page that people write, with a part between two marks that a program writes.
record Page(String text) {
  static final String BEGIN = "<!-- peers: begin; written by ./drover-bench -->";
  static final String END = "<!-- peers: end -->";

  /// The page with another part between its marks.
  Page with(String part) {
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException(
          "the page needs the lines '" + BEGIN + "' and, after it, '" + END + "'");
    }
    return new Page(
        text.substring(0, begin + BEGIN.length())
            + "\n\n"
            + part.strip()
            + "\n\n"
            + text.substring(end));
  }
}
