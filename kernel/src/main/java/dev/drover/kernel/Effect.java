package dev.drover.kernel;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Something the world must do for the session, named in the imperative. Derived from
/// [SessionState], never stored: after a crash the same state asks for the same effects under the
/// same ids.
public sealed interface Effect {
  RunId run();

  EffectId id();

  /// How often this effect has been begun, this time included.
  int attempt();

  /// @param hits how many of the earlier attempts were throttled
  /// @param notBefore a retry waits until then
  /// @param offer whether the model may still ask for tools
  record CallModel(RunId run, EffectId id, int attempt, int hits, Instant notBefore, Offer offer)
      implements Effect {}

  record CallTool(RunId run, EffectId id, int attempt, PlannedCall planned) implements Effect {}

  /// Find out whether a call whose outcome was lost has happened.
  record ProbeTool(RunId run, EffectId id, int attempt, PlannedCall planned) implements Effect {}

  /// Wait for a person. The answer comes through the inbox; all there is to do is to say when it is
  /// too late for one.
  ///
  /// @param until null if it never is
  record AwaitAnswer(RunId run, EffectId id, int attempt, @Nullable Instant until)
      implements Effect {}

  /// Wait for somebody elsewhere, who answers through the inbox; all there is to do here is to say
  /// when it is too late.
  ///
  /// @param until null if it never is
  record AwaitCompletion(RunId run, EffectId id, int attempt, @Nullable Instant until)
      implements Effect {}

  enum Offer {
    TOOLS,
    NO_TOOLS
  }
}
