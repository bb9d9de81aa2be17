package dev.drover.kernel.value;

/// The origin of a session.
public sealed interface SessionOrigin {
  Opened OWN = new Own();

  /// The number of sessions above it.
  int depth();

  /// It began with an empty history.
  sealed interface Opened extends SessionOrigin {}

  /// The host opened it.
  record Own() implements Opened {
    @Override
    public int depth() {
      return 0;
    }
  }

  /// A call of another session gave it a task.
  ///
  /// @param parent the session that it works for
  /// @param call the call in that session
  /// @param depth the number of sessions above it
  record Delegated(SessionId parent, EffectId call, TaskMode mode, int depth) implements Opened {
    public Delegated {
      if (depth < 1) {
        throw new IllegalArgumentException("the depth of a child is at least 1, not " + depth);
      }
    }
  }

  /// It continues from a position in another session. Nothing waits for it, even if something
  /// waited for its source.
  ///
  /// @param at number of the last shared event
  /// @param depth as in the source, so that the limit of delegation is the same
  record Forked(SessionId source, long at, int depth) implements SessionOrigin {}
}
