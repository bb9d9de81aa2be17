package dev.drover.internal.deletion;

import dev.drover.internal.concurrent.PendingResult;
import dev.drover.internal.inbox.SessionMessages;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.session.SessionShutdown;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.time.Time;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes sessions: ends the work in progress, then deletes the session from the store, and then
/// the content that only it named.
///
/// Content that was stored recently is kept, because a process may be about to name it. The process
/// that deletes a session returns to this content later. If it ends before that, the next process
/// that starts does it.
///
/// All methods may be called by any thread.
public final class SessionDeletion {
  private static final Logger LOG = LoggerFactory.getLogger(SessionDeletion.class);

  private final SessionMessages messages;
  private final SessionShutdown shutdown;
  private final Blobs blobs;
  private final Time time;
  private final AtomicReference<@Nullable Thread> later = new AtomicReference<>();

  public SessionDeletion(
      SessionMessages messages, SessionShutdown shutdown, Blobs blobs, Time time) {
    this.messages = messages;
    this.shutdown = shutdown;
    this.blobs = blobs;
    this.time = time;
  }

  /// Returns when the session is deleted.
  ///
  /// @param whenEnded called when its work has ended and its data still exists
  public void delete(SessionId session, Runnable whenEnded) {
    var ended = new PendingResult<WriterReply>();
    messages.submit(session, new WriterMessage.EndRun(ended));
    require(ended);
    shutdown.awaitStopped(session, WriterMessage.ActiveRunAction.KEEP);
    shutdown.release(session);
    whenEnded.run();
    var deleted = new PendingResult<WriterReply>();
    messages.submit(session, new WriterMessage.Delete(deleted));
    require(deleted);
    // Once more: work may have been started again in between.
    shutdown.release(session);
    sweep();
  }

  private static void require(PendingResult<WriterReply> asked) {
    if (asked.awaitUninterruptibly() instanceof WriterReply.Refused(var problem)) {
      throw problem;
    }
  }

  /// Deletes content that no session names. Keeping it longer does no harm, so if the store fails,
  /// the next sweep tries again.
  public void sweep() {
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

  public void close() {
    var waiting = later.get();
    if (waiting != null) {
      waiting.interrupt();
    }
  }
}
