package dev.drover.runtime.writer;

import dev.drover.kernel.SessionId;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.time.Time;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes sessions: ends what is going in one, then takes it out of the store, and then what only
/// it named.
///
/// Content that was put into the store a short while ago is left alone, because somebody may be
/// about to name it; whoever deletes a session comes back for it when its time is over. If this
/// process ends before that, the next one that starts does it.
///
/// All methods may be called by any thread.
final class Deletion {
  private static final Logger LOG = LoggerFactory.getLogger(Deletion.class);

  private final Engine engine;
  private final Blobs blobs;
  private final Time time;
  private final AtomicReference<@Nullable Thread> later = new AtomicReference<>();

  Deletion(Engine engine, Blobs blobs, Time time) {
    this.engine = engine;
    this.blobs = blobs;
    this.time = time;
  }

  /// Returns when it is gone.
  ///
  /// @param whenEnded called when nothing is going in it any more, and all that is known is still
  ///   there
  void delete(SessionId session, Runnable whenEnded) {
    var ended = new Pending<Reply>();
    engine.tell(session, new Letter.End(ended));
    require(ended);
    engine.partings().settle(session, Letter.Going.KEEP);
    engine.partings().release(session);
    whenEnded.run();
    var deleted = new Pending<Reply>();
    engine.tell(session, new Letter.Delete(deleted));
    require(deleted);
    // Once more: something may have been begun again in between.
    engine.partings().release(session);
    sweep();
  }

  private static void require(Pending<Reply> asked) {
    if (asked.awaitCalmly() instanceof Reply.Refused(var problem)) {
      throw problem;
    }
  }

  /// Takes away what nobody names. Keeping it longer harms nobody, so if the store cannot do it now
  /// the next sweep tries again.
  void sweep() {
    try {
      blobs.sweep(time.now()).ifPresent(this::sweepAt);
    } catch (PortException broken) {
      LOG.warn("cannot drop what deleted sessions left: {}", broken.problem());
    }
  }

  private void sweepAt(Instant due) {
    var thread =
        Thread.ofVirtual()
            .name("drover-deletion")
            .unstarted(
                () -> {
                  try {
                    time.sleepUntil(due);
                    later.set(null);
                    sweep();
                  } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                  }
                });
    if (later.compareAndSet(null, thread)) {
      thread.start();
    }
  }

  void close() {
    var waiting = later.get();
    if (waiting != null) {
      waiting.interrupt();
    }
  }
}
