package dev.drover.kernel.machine;

import dev.drover.kernel.budget.RunLimits.RequiredChecks;
import dev.drover.kernel.message.DeferredCallNews.DeferredLook;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Something the world must do for the session, named in the imperative. Derived from
/// [SessionState], never stored: after a crash the same state requests the same effects under the
/// same ids.
public sealed interface Effect {
  RunId run();

  EffectId id();

  /// The number of this attempt, starting at 1.
  int attempt();

  /// @param hits number of earlier attempts that were throttled
  /// @param notBefore the earliest time of a retry
  /// @param offer whether the model may still call tools
  record CallModel(RunId run, EffectId id, int attempt, int hits, Instant notBefore, Offer offer)
      implements Effect {}

  record CallTool(RunId run, EffectId id, int attempt, PlannedCall planned) implements Effect {}

  /// Carry out the checks that must pass before the run completes, in this order.
  record RunChecks(RunId run, EffectId id, List<RequiredChecks.CheckCommand> commands)
      implements Effect {
    public RunChecks {
      commands = List.copyOf(commands);
    }

    /// After a crash the checks run again, as if for the first time: they change nothing that a
    /// second time would change again.
    @Override
    public int attempt() {
      return 1;
    }
  }

  /// Find out whether a call whose outcome was lost has happened.
  record ProbeTool(RunId run, EffectId id, int attempt, PlannedCall planned) implements Effect {}

  /// Wait for a person, about an approval or a question of the tool. The answer comes through the
  /// inbox; the performer only reports the deadline.
  ///
  /// @param until null if there is no deadline
  record AwaitAnswer(RunId run, EffectId id, int attempt, @Nullable Instant until)
      implements Effect {}

  /// Wait for an outcome from elsewhere. It comes through the inbox; the performer only reports the
  /// deadline.
  ///
  /// @param until null if there is no deadline
  record AwaitDeferredCall(RunId run, EffectId id, int attempt, @Nullable Instant until)
      implements Effect {}

  /// Wait, then ask the tool for news of a call that it deferred. An outcome may also come through
  /// the inbox.
  ///
  /// @param look when to ask
  /// @param until the deadline for an outcome; null if there is none
  record AskForNews(
      RunId run,
      EffectId id,
      int attempt,
      PlannedCall planned,
      DeferredLook look,
      @Nullable Instant until)
      implements Effect {
    /// When there is something to do.
    public Instant next() {
      return until != null && until.isBefore(look.at()) ? until : look.at();
    }

    /// Whether the deadline comes before the next look.
    public boolean isDeadlineNext() {
      return next().isBefore(look.at());
    }
  }

  enum Offer {
    TOOLS,
    NO_TOOLS
  }
}
