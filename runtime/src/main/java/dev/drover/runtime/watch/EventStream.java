package dev.drover.runtime.watch;

import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What happens, in order: first what is in the journal, then live. No hole and no duplicate. Slow
/// readers lose fragments and are told so; they never slow the run.
///
/// Belongs to one reading thread; [#close] may be called by any.
public interface EventStream extends Iterable<Notice>, AutoCloseable {
  /// Waits for the next notice.
  ///
  /// @return empty at the end of the stream
  Optional<Notice> next();

  /// Waits for the next notice, but not longer than `atMost`.
  ///
  /// @return empty if none came, or at the end of the stream; [#isAtEnd] tells which
  Optional<Notice> next(Duration atMost);

  boolean isAtEnd();

  /// Ends the stream; a waiting reader returns.
  @Override
  void close();

  @Override
  default Iterator<Notice> iterator() {
    return new Iterator<>() {
      private @Nullable Notice ahead;

      @Override
      public boolean hasNext() {
        if (ahead == null) {
          ahead = EventStream.this.next().orElse(null);
        }
        return ahead != null;
      }

      @Override
      public Notice next() {
        if (!hasNext() || ahead == null) {
          throw new NoSuchElementException("the stream has ended");
        }
        var notice = ahead;
        ahead = null;
        return notice;
      }
    };
  }
}
