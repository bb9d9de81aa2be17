package dev.drover.tools.search.line;

/// Finds lines that an expression may match. Never passes over one that it does match.
///
/// Not safe for use by several threads.
interface Candidates {
  int NONE = -1;

  /// @param from the start of a line
  /// @return a place in the next such line, or [#NONE]
  int next(Chunk chunk, int from);

  /// Whether the line that was found last is matched for sure.
  boolean certain();

  /// Lines that have a text in them.
  ///
  /// @param text bytes as characters
  record WithText(String text, boolean certain) implements Candidates {
    @Override
    public int next(Chunk chunk, int from) {
      return chunk.characters().indexOf(text, from);
    }
  }

  /// All of them.
  record EveryLine() implements Candidates {
    @Override
    public int next(Chunk chunk, int from) {
      return from < chunk.end() ? from : NONE;
    }

    @Override
    public boolean certain() {
      return false;
    }
  }
}
