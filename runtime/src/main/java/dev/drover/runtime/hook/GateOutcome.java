package dev.drover.runtime.hook;

import dev.drover.kernel.NullChecks;

/// What a gate says.
public sealed interface GateOutcome {
  /// As it is.
  record Continue() implements GateOutcome {}

  /// With this instead: a prompt, arguments as JSON, or instructions for a summary.
  ///
  /// @param why for the journal; may be empty
  record Rewrite(String to, String why) implements GateOutcome {
    public Rewrite {
      NullChecks.nonNull(to, "Rewrite.to");
      NullChecks.nonNull(why, "Rewrite.why");
    }
  }

  /// Not at all.
  ///
  /// @param reason for the model, or for whoever sent the prompt: what is wrong and what to do
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
