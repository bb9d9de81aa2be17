package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.check.WaitLimit;
import dev.drover.kernel.value.EffectClass;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /// The people who may answer an approval request, and their deadline.
  ///
  /// @param names anybody, if empty
  /// @param timeout null for no deadline; after the deadline the answer is no
  public record ApprovalTerms(List<String> names, @Nullable Duration timeout) {
    public static final ApprovalTerms ANYBODY = new ApprovalTerms(List.of(), null);

    public ApprovalTerms {
      names = NullChecks.list(names, "ApprovalTerms.names");
      if (timeout != null && (timeout.isNegative() || timeout.isZero())) {
        throw new IllegalArgumentException("the time to answer must be positive: " + timeout);
      }
      timeout = timeout == null ? null : WaitLimit.cap(timeout);
    }
  }
}
