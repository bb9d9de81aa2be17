package dev.drover.testkit.sim;

import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.RunId;
import org.jspecify.annotations.Nullable;

/// The state of one call, read from the journal.
final class CallAudit {
  private final RunId run;
  private final PlannedCall planned;
  private int attempts;
  private int questions;
  private int answers;
  private int yeses;
  private boolean isElsewhere;
  private @Nullable ToolOutcome outcome;

  CallAudit(RunId run, PlannedCall planned) {
    this.run = run;
    this.planned = planned;
  }

  RunId run() {
    return run;
  }

  PlannedCall planned() {
    return planned;
  }

  String tool() {
    return planned.call().tool();
  }

  int attempts() {
    return attempts;
  }

  void deferred() {
    isElsewhere = true;
  }

  /// Whether it was started here, and no approval is open for it.
  boolean isUnderWay() {
    return attempts > 0 && !isSettled() && !isElsewhere && questions == answers;
  }

  boolean isSettled() {
    return outcome != null;
  }

  @Nullable ToolOutcome outcome() {
    return outcome;
  }

  void settled(ToolOutcome how) {
    outcome = how;
  }

  /// @return whether no approval was open already
  boolean asked() {
    questions++;
    return questions == answers + 1;
  }

  /// @return whether an approval was open
  boolean answered(ApprovalAnswer answer) {
    answers++;
    yeses += answer instanceof ApprovalAnswer.Yes ? 1 : 0;
    return answers == questions;
  }

  /// @return whether this attempt follows the previous one
  boolean started(int attempt) {
    attempts++;
    isElsewhere = false;
    return attempts == attempt;
  }

  /// Whether no approval was needed, or it was granted.
  boolean isAllowed() {
    return switch (planned.verdict()) {
      case Verdict.Allow _ -> true;
      case Verdict.Ask _ -> yeses > 0;
      case Verdict.Deny _, Verdict.Reject _ -> false;
    };
  }

  int yeses() {
    return yeses;
  }

  /// Whether it must never be carried out twice unless a person or the tool allows it.
  boolean isUnsafe() {
    return planned.terms().effects() == EffectClass.UNSAFE;
  }

  AfterCrash afterCrash() {
    return planned.terms().afterCrash();
  }
}
