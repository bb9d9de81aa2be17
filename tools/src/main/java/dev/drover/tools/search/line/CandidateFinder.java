package dev.drover.tools.search.line;

/// Finds lines that an expression may match. Never skips a line that it does match.
///
/// Not safe for use by several threads.
interface CandidateFinder {
  int NONE = -1;

  /// @param from the start of a line
  /// @return an offset within the next candidate line, or [#NONE]
  int next(LineChunk chunk, int from);

  /// Whether the last candidate is certain to match.
  boolean isExact();

  /// Lines that contain a text.
  ///
  /// @param text bytes as characters
  record WithText(String text, boolean isExact) implements CandidateFinder {
    @Override
    public int next(LineChunk chunk, int from) {
      return chunk.characters().indexOf(text, from);
    }
  }

  /// All lines.
  record EveryLine() implements CandidateFinder {
    @Override
    public int next(LineChunk chunk, int from) {
      return from < chunk.end() ? from : NONE;
    }

    @Override
    public boolean isExact() {
      return false;
    }
  }
}
