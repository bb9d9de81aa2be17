package dev.drover.spi.tool;

/// Something that can be cancelled, as whoever does work for it sees it: a runtime, a session, a
/// run, a call. Cancelling one cancels all below it.
///
/// Laws:
/// 1. It is [State#OPEN] first, then [State#CANCELLED] or [State#OVER] for ever.
/// 2. A callback is called at most once, on a thread of its own, and only if the scope is
///    cancelled; one that comes later than that is called at once.
/// 3. What a callback throws, or how long it takes, is nobody's trouble but its own.
///
/// All methods may be called by any thread.
public interface CancelScope {
  /// Of somebody who is never cancelled.
  CancelScope NEVER =
      new CancelScope() {
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

  /// How it stands.
  enum State {
    OPEN,
    CANCELLED,
    /// It ended by itself, or was let go of: it cannot be cancelled any more.
    OVER
  }

  /// Something that was to be called.
  interface Callback {
    /// @return whether it is not called any more; false if it was called, or is being called
    boolean takeBack();
  }

  State state();

  /// Why it was cancelled, for people; empty if it was not.
  String why();

  default boolean isCancelled() {
    return state() == State.CANCELLED;
  }

  /// Has this called when the scope is cancelled, and now if it is.
  Callback onCancel(Runnable callback);

  /// For loops that have nothing to wait for.
  ///
  /// @throws ScopeCancelled if it is cancelled
  default void check() {
    if (isCancelled()) {
      throw new ScopeCancelled(why());
    }
  }
}
