package dev.drover.kernel;

/// What a person said to an approval request.
public sealed interface Answer {
  record Yes(Scope scope) implements Answer {
    public Yes {
      NullChecks.nonNull(scope, "Yes.scope");
    }
  }

  /// @param reason shown to the model; may be empty
  record No(String reason, Then then) implements Answer {
    public No {
      NullChecks.nonNull(reason, "No.reason");
      NullChecks.nonNull(then, "No.then");
    }
  }

  /// How far a yes reaches.
  enum Scope {
    ONCE,
    SESSION,
    ALWAYS
  }

  /// What becomes of the run after a no.
  enum Then {
    GO_ON,
    STOP
  }
}
