package dev.drover.tools.search.line;

import dev.drover.tools.place.Obstacle;
import org.jspecify.annotations.Nullable;

/// Goes from one matching line of a [Chunk] to the next.
///
/// Not safe for use by several threads.
public final class LineFinder {
  private final Candidates candidates;
  private final Verifier verifier;
  private @Nullable Chunk chunk;
  private int next;
  private int start;
  private int end;

  LineFinder(Candidates candidates, Verifier verifier) {
    this.candidates = candidates;
    this.verifier = verifier;
  }

  public void search(Chunk other) {
    chunk = other;
    next = other.start();
  }

  /// Goes to the next line that matches.
  ///
  /// @return false if there is none
  public boolean next() throws Obstacle, InterruptedException {
    var lines = chunk;
    while (lines != null) {
      int found = candidates.next(lines, next);
      if (found == Candidates.NONE) {
        return false;
      }
      start = startOfLine(lines, found);
      end = lines.endOfLine(found);
      next = end + 1;
      if (candidates.certain() || verifier.matches(lines.bytes(), start, end)) {
        return true;
      }
    }
    return false;
  }

  private int startOfLine(Chunk lines, int found) {
    int at = found;
    while (at > next && lines.bytes()[at - 1] != '\n') {
      at--;
    }
    return at;
  }

  /// Where the line starts.
  public int start() {
    return start;
  }

  /// Where the line ends, without its line break.
  public int end() {
    return end;
  }

  /// @return where in a matching line the first match starts
  public int startOfMatch(String line) throws Obstacle, InterruptedException {
    return verifier.start(line);
  }
}
