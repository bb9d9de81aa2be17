package dev.drover.kernel;

/// Why there is a session.
public sealed interface Origin {
  Opened OWN = new Own();

  /// How many sessions stand above it.
  int depth();

  /// It began with nothing.
  sealed interface Opened extends Origin {}

  /// Somebody opened it.
  record Own() implements Opened {
    @Override
    public int depth() {
      return 0;
    }
  }

  /// A call of another session gave it something to do.
  ///
  /// @param parent the session that it works for
  /// @param call the call in that session
  /// @param depth how many sessions stand above it
  record Delegated(SessionId parent, EffectId call, TaskMode mode, int depth) implements Opened {
    public Delegated {
      if (depth < 1) {
        throw new IllegalArgumentException("a child is below somebody: " + depth);
      }
    }
  }

  /// It goes on from a place in another session. Nobody waits for it, also if somebody waited for
  /// that one.
  ///
  /// @param at number of the last event that both have
  /// @param depth as in the source: what was given to it can be given on as often as there
  record Forked(SessionId source, long at, int depth) implements Origin {}
}
