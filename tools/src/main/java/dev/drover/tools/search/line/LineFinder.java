package dev.drover.tools.search.line;

import dev.drover.tools.workspace.ToolRefusal;
import org.jspecify.annotations.Nullable;

/// Iterates over the matching lines of a [LineChunk].
///
/// Not safe for use by several threads.
public final class LineFinder {
  private final CandidateFinder candidates;
  private final LineMatcher verifier;
  private @Nullable LineChunk chunk;
  private int next;
  private int start;
  private int end;

  LineFinder(CandidateFinder candidates, LineMatcher verifier) {
    this.candidates = candidates;
    this.verifier = verifier;
  }

  public void search(LineChunk other) {
    chunk = other;
    next = other.start();
  }

  /// Advances to the next matching line.
  ///
  /// @return false if there is none
  public boolean next() throws ToolRefusal, InterruptedException {
    var lines = chunk;
    while (lines != null) {
      int found = candidates.next(lines, next);
      if (found == CandidateFinder.NONE) {
        return false;
      }
      start = startOfLine(lines, found);
      end = lines.endOfLine(found);
      next = end + 1;
      if (candidates.isExact() || verifier.matches(lines.bytes(), start, end)) {
        return true;
      }
    }
    return false;
  }

  private int startOfLine(LineChunk lines, int found) {
    int at = found;
    while (at > next && lines.bytes()[at - 1] != '\n') {
      at--;
    }
    return at;
  }

  /// The start of the line.
  public int start() {
    return start;
  }

  /// The end of the line, without its line break.
  public int end() {
    return end;
  }

  /// @return the start of the first match in a matching line
  public int startOfMatch(String line) throws ToolRefusal, InterruptedException {
    return verifier.start(line);
  }
}
