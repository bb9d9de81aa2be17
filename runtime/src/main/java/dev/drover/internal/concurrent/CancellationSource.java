package dev.drover.internal.concurrent;

import dev.drover.spi.tool.CancellationToken;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A cancellation token that its owner settles once: with [#cancel] or with [#end], whichever comes
/// first.
///
/// All methods may be called by any thread, and none runs foreign code: a callback runs on its own
/// virtual thread, which is interrupted when it takes too long.
public final class CancellationSource implements CancellationToken {
  /// The list is bounded; a caller that has more to stop attaches one callback for all of it.
  static final int MOST = 1_024;

  private static final Logger LOG = LoggerFactory.getLogger(CancellationSource.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String name;
  private final Duration patience;
  // Guarded by this.
  private final Set<Waiting> waiting = LinkedHashSet.newLinkedHashSet(1);
  private State state = State.OPEN;
  private String why = "";

  /// @param name of its owner, for people
  public CancellationSource(String name) {
    this(name, PATIENCE);
  }

  CancellationSource(String name, Duration patience) {
    this.name = name;
    this.patience = patience;
  }

  /// Uses identity, so that equal callbacks are separate.
  private final class Waiting implements Callback {
    private final Runnable body;

    Waiting(Runnable body) {
      this.body = body;
    }

    @Override
    public boolean unregister() {
      synchronized (CancellationSource.this) {
        return waiting.remove(this);
      }
    }

    void call() {
      var caller = Thread.ofVirtual().unstarted(this::run);
      Thread.ofVirtual().start(() -> watch(caller));
    }

    private void run() {
      try {
        body.run();
      } catch (Throwable failed) {
        LOG.warn("a callback for the cancel of {} failed", name, failed);
      }
    }
  }

  private void watch(Thread caller) {
    caller.start();
    try {
      if (!caller.join(patience)) {
        LOG.warn("a callback for the cancel of {} takes longer than {}", name, patience);
        caller.interrupt();
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /// @return whether it was open
  public boolean cancel(String reason) {
    List<Waiting> called;
    synchronized (this) {
      if (state != State.OPEN) {
        return false;
      }
      state = State.CANCELLED;
      why = reason;
      called = List.copyOf(waiting);
      waiting.clear();
    }
    called.forEach(Waiting::call);
    return true;
  }

  /// It can no longer be cancelled.
  public synchronized void end() {
    if (state == State.OPEN) {
      state = State.OVER;
      waiting.clear();
    }
  }

  @Override
  public synchronized State state() {
    return state;
  }

  @Override
  public synchronized String why() {
    return why;
  }

  @Override
  public Callback onCancel(Runnable callback) {
    var fresh = new Waiting(callback);
    synchronized (this) {
      if (state == State.OPEN) {
        if (waiting.size() == MOST) {
          throw new IllegalStateException(
              "%s has %d callbacks for its cancel; attach one for all of them"
                  .formatted(name, MOST));
        }
        waiting.add(fresh);
      }
      if (state != State.CANCELLED) {
        return fresh;
      }
    }
    fresh.call();
    return fresh;
  }
}
