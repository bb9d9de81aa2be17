package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.EffectClass;

/// The properties of a tool when one of its calls was planned. Written into the event: a later
/// change of the tool's declaration does not affect the recovery of an old call.
public record CallTerms(EffectClass effects, AfterCrash afterCrash, Pace pace) {
  public CallTerms {
    NullChecks.nonNull(effects, "CallTerms.effects");
    NullChecks.nonNull(afterCrash, "CallTerms.afterCrash");
    NullChecks.nonNull(pace, "CallTerms.pace");
    if (effects == EffectClass.UNSAFE && afterCrash == AfterCrash.RUN_AGAIN) {
      throw new IllegalArgumentException("an unsafe call is never run again silently");
    }
  }

  /// How a recovery treats a call that was started and has no outcome.
  public enum AfterCrash {
    RUN_AGAIN,
    /// Settle it as unknown; the model decides how to continue.
    TELL_MODEL,
    /// A person decides whether it is run again.
    ASK_PERSON,
    /// The tool can find out whether the call happened.
    PROBE
  }

  /// Whether the call may run in parallel with the other calls of its turn.
  public enum Pace {
    PARALLEL,
    IN_ORDER
  }
}
