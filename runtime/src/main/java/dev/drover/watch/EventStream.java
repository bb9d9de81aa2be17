package dev.drover.watch;

import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// Events in order: first those in the journal, then live, without gaps or duplicates. Slow readers
/// lose deltas and are notified of it; they never slow the run down.
///
/// Belongs to one reading thread; [#close] may be called by any.
public interface EventStream extends Iterable<Notice>, AutoCloseable {
  /// Waits for the next notice.
  ///
  /// @return empty at the end of the stream
  Optional<Notice> next();

  /// Waits at most `atMost` for the next notice.
  ///
  /// @return empty if there was none in time, or at the end of the stream; [#isAtEnd] distinguishes
  ///   the two
  Optional<Notice> next(Duration atMost);

  boolean isAtEnd();

  /// Ends the stream; a waiting reader returns.
  @Override
  void close();

  /// This stream as a publisher, for one subscriber. It publishes no more than was requested, and
  /// buffers no more than the stream does: a subscriber that is too slow gets a [Notice.Missed].
  /// Cancelling the subscription closes the stream; the run continues.
  ///
  /// Signals come from one virtual thread. The stream must have no other reader.
  default Flow.Publisher<Notice> publisher() {
    return new EventPublisher(this);
  }

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
