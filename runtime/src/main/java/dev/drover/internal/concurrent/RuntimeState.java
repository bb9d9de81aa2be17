package dev.drover.internal.concurrent;

import dev.drover.problem.SessionUnavailable.RuntimeClosed;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Whether a runtime is open, draining, being closed, or closed. Safe for use by any thread.
public final class RuntimeState {
  private final AtomicReference<@Nullable PendingResult<Boolean>> closing = new AtomicReference<>();
  private volatile boolean isDraining;

  /// @throws RuntimeClosed if the runtime is closed, and not only being closed
  public void requireOpen() {
    var going = closing.get();
    if (going != null && going.now() != null) {
      throw new RuntimeClosed();
    }
  }

  /// From now on no effect is started and no session is taken over.
  public void beginDraining() {
    isDraining = true;
  }

  /// Whether sessions are handed to other processes as soon as no effect of theirs is running.
  public boolean isDraining() {
    return isDraining;
  }

  /// Whether the runtime is closed or being closed.
  public boolean isClosing() {
    return closing.get() != null;
  }

  /// @return whether the caller must close the runtime and complete the result
  public boolean beginClosing(PendingResult<Boolean> result) {
    return closing.compareAndSet(null, result);
  }

  /// Waits for the caller that closes the runtime, if there is one.
  public void awaitClosed() {
    var closer = closing.get();
    if (closer != null) {
      closer.awaitUninterruptibly();
    }
  }
}
