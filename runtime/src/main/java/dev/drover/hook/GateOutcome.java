package dev.drover.hook;

import dev.drover.kernel.check.NullChecks;

/// The decision of a gate.
public sealed interface GateOutcome {
  /// Continue unchanged.
  record Continue() implements GateOutcome {}

  /// Continue with another value: a prompt, arguments as JSON, or instructions for a summary.
  ///
  /// @param why for the journal; may be empty
  record Rewrite(String to, String why) implements GateOutcome {
    public Rewrite {
      NullChecks.nonNull(to, "Rewrite.to");
      NullChecks.nonNull(why, "Rewrite.why");
    }
  }

  /// Do not continue.
  ///
  /// @param reason for the model, or for the sender of the prompt: what is wrong and what to do
  record Deny(String reason) implements GateOutcome {
    public Deny {
      NullChecks.nonNull(reason, "Deny.reason");
    }
  }

  static GateOutcome proceed() {
    return new Continue();
  }

  static GateOutcome rewrite(String to) {
    return new Rewrite(to, "");
  }

  static GateOutcome deny(String reason) {
    return new Deny(reason);
  }
}
