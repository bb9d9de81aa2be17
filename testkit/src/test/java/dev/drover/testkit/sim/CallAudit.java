package dev.drover.testkit.sim;

import dev.drover.kernel.Answer;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.RunId;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Verdict;
import org.jspecify.annotations.Nullable;

/// What is known of one call, read from the journal.
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

  /// Whether it was begun here, and nobody is asked about it.
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

  /// @return whether nobody was being asked already
  boolean asked() {
    questions++;
    return questions == answers + 1;
  }

  /// @return whether somebody was being asked
  boolean answered(Answer answer) {
    answers++;
    yeses += answer instanceof Answer.Yes ? 1 : 0;
    return answers == questions;
  }

  /// @return whether this attempt follows the one before
  boolean started(int attempt) {
    attempts++;
    isElsewhere = false;
    return attempts == attempt;
  }

  /// Whether nobody had to be asked, or somebody has said yes.
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

  /// Whether it must never be carried out twice unless somebody, or the tool, says so.
  boolean isUnsafe() {
    return planned.terms().effects() == EffectClass.UNSAFE;
  }

  AfterCrash afterCrash() {
    return planned.terms().afterCrash();
  }
}
