package dev.drover.kernel;

/// What was known about a tool when one of its calls was planned. Written into the event: a tool
/// that is declared otherwise later does not change what a recovery does with an old call.
public record CallTerms(EffectClass effects, AfterCrash afterCrash, Pace pace) {
  public CallTerms {
    NullChecks.nonNull(effects, "CallTerms.effects");
    NullChecks.nonNull(afterCrash, "CallTerms.afterCrash");
    NullChecks.nonNull(pace, "CallTerms.pace");
    if (effects == EffectClass.UNSAFE && afterCrash == AfterCrash.RUN_AGAIN) {
      throw new IllegalArgumentException("an unsafe call is never run again silently");
    }
  }

  /// What a recovery does with a call that was started and has no outcome.
  public enum AfterCrash {
    RUN_AGAIN,
    /// Settle it as unknown; the model decides what to do.
    TELL_MODEL,
    /// A person decides whether it is run again.
    ASK_PERSON,
    /// The tool can find out whether the call happened.
    PROBE
  }

  /// Whether the call may run beside the other calls of its turn.
  public enum Pace {
    PARALLEL,
    IN_ORDER
  }
}
