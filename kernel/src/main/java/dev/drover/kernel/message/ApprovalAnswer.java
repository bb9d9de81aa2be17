package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;

/// A person's answer to an approval request.
public sealed interface ApprovalAnswer {
  record Yes(Scope scope) implements ApprovalAnswer {
    public Yes {
      NullChecks.nonNull(scope, "Yes.scope");
    }
  }

  /// @param reason shown to the model; may be empty
  record No(String reason, OnDenial then) implements ApprovalAnswer {
    public No {
      NullChecks.nonNull(reason, "No.reason");
      NullChecks.nonNull(then, "No.then");
    }
  }

  /// The scope of an approval.
  enum Scope {
    ONCE,
    SESSION,
    ALWAYS
  }

  /// How the run continues after a denial.
  enum OnDenial {
    GO_ON,
    STOP
  }
}
