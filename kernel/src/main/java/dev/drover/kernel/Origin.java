package dev.drover.kernel;

/// Why there is a session.
public sealed interface Origin {
  Origin OWN = new Own();

  /// Somebody opened it.
  record Own() implements Origin {}

  /// A call of another session gave it something to do.
  ///
  /// @param parent the session that it works for
  /// @param call the call in that session
  /// @param depth how many sessions stand above it
  record Delegated(SessionId parent, EffectId call, TaskMode mode, int depth) implements Origin {
    public Delegated {
      if (depth < 1) {
        throw new IllegalArgumentException("a child is below somebody: " + depth);
      }
    }
  }
}
