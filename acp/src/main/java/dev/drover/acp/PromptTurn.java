package dev.drover.acp;

import dev.drover.Run;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One prompt of the editor, from its arrival to its answer. It is made by the reading thread, so
/// that a cancel that follows at once finds it.
///
/// The thread of the request calls [#started], [#working] and [#await]; any thread may call the
/// rest.
final class PromptTurn {
  private static final Logger LOG = LoggerFactory.getLogger(PromptTurn.class);

  private final RunKey key;
  private final CountDownLatch done = new CountDownLatch(1);
  private final AtomicReference<@Nullable TurnEnd> end = new AtomicReference<>();
  private volatile boolean cancelled;
  private volatile @Nullable Run run;
  private volatile @Nullable Thread worker;

  /// How the run of a turn ended.
  sealed interface TurnEnd {
    record Finished(RunOutcome outcome) implements TurnEnd {}

    /// Its events can no longer be followed.
    record Lost(Problem problem) implements TurnEnd {}
  }

  PromptTurn(RunKey key) {
    this.key = key;
  }

  /// The key of its prompt, by which its events are recognized.
  RunKey key() {
    return key;
  }

  /// The editor wants it to end. Takes effect when [#stop] is called, or when it starts.
  void cancel() {
    cancelled = true;
  }

  boolean isCancelled() {
    return cancelled;
  }

  /// Its run exists.
  void started(Run started) {
    run = started;
    if (cancelled) {
      started.cancel();
    }
  }

  boolean isAbout(RunId other) {
    var known = run;
    return known != null && known.id().equals(other);
  }

  @Nullable Run run() {
    return run;
  }

  /// A command works on this thread until [#worked].
  void working() {
    worker = Thread.currentThread();
    if (cancelled) {
      Thread.currentThread().interrupt();
    }
  }

  void worked() {
    worker = null;
    if (cancelled) {
      // The interrupt was meant for the command, not for the answer.
      Thread.interrupted();
    }
  }

  /// Stops what is going on, after [#cancel].
  void stop() {
    var started = run;
    if (started != null) {
      started.cancel();
    }
    var working = worker;
    if (working != null) {
      working.interrupt();
    }
  }

  void finish(TurnEnd how) {
    if (end.compareAndSet(null, how)) {
      done.countDown();
    }
  }

  void awaitAtMost(Duration limit) throws InterruptedException {
    if (!done.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      LOG.warn("a turn did not end within {} ms", limit.toMillis());
    }
  }

  TurnEnd await() throws InterruptedException {
    done.await();
    var how = end.get();
    if (how == null) {
      throw new IllegalStateException("a turn that is done has an end");
    }
    return how;
  }
}
