package dev.drover.spi.tool;

import java.util.concurrent.CancellationException;

/// The cancellation state of a runtime, session, run or call, for the code that works on its
/// behalf. Cancelling one cancels all below it.
///
/// Laws:
/// 1. It is [State#OPEN] first, then [State#CANCELLED] or [State#OVER] forever.
/// 2. A callback is called at most once, on a thread of its own, and only on cancellation; one that
///    is registered after that is called immediately.
/// 3. A callback that throws or takes long affects nothing else.
///
/// All methods may be called by any thread.
public interface CancellationToken {
  /// For work that is never cancelled.
  CancellationToken NEVER =
      new CancellationToken() {
        @Override
        public State state() {
          return State.OPEN;
        }

        @Override
        public String why() {
          return "";
        }

        @Override
        public Callback onCancel(Runnable callback) {
          return () -> true;
        }
      };

  /// The state of the token.
  enum State {
    OPEN,
    CANCELLED,
    /// The work ended, or the token was released: it can no longer be cancelled.
    OVER
  }

  /// A registered callback.
  interface Callback {
    /// @return whether the callback will not be called; false if it was called, or is being called
    boolean unregister();
  }

  State state();

  /// The reason for the cancellation, for people; empty if it was not cancelled.
  String why();

  default boolean isCancelled() {
    return state() == State.CANCELLED;
  }

  /// Calls this on cancellation; immediately if it is already cancelled.
  Callback onCancel(Runnable callback);

  /// For loops that never block.
  ///
  /// @throws CancelledException if it is cancelled
  default void check() {
    if (isCancelled()) {
      throw new CancelledException(why());
    }
  }

  /// The work is no longer wanted. The code that performs it must return.
  final class CancelledException extends CancellationException {
    private static final long serialVersionUID = 1L;

    public CancelledException(String why) {
      super(why);
    }
  }
}
