package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;

/// A tool's finding about a call that was interrupted.
public sealed interface ProbeResult {
  record Happened(ToolOutcome outcome) implements ProbeResult {
    public Happened {
      NullChecks.nonNull(outcome, "Happened.outcome");
    }
  }

  record DidNotHappen() implements ProbeResult {}

  record CannotTell(String why) implements ProbeResult {
    public CannotTell {
      NullChecks.nonNull(why, "CannotTell.why");
    }
  }
}
