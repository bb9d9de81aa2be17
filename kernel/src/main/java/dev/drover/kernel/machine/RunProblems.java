package dev.drover.kernel.machine;

import dev.drover.kernel.budget.Budget.BudgetShortfall;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.budget.RunLimits.LoopGuard;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Usage;
import java.time.Duration;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The problems that the kernel itself finds.
public final class RunProblems {
  public static final String INTERRUPTED = "interrupted";
  public static final String CRASH_LOOP = "crash_loop";
  public static final String MODEL_REFUSED = "model_refused";
  public static final String ANSWER_MISFIT = "answer_misfit";
  public static final String CHECKS_FAILED = "checks_failed";
  public static final String REPLY_NOT_KEPT = "reply_not_kept";
  public static final String COMPACTION_MISFIT = "compaction_misfit";
  public static final String SUMMARY_TOO_LATE = "summary_too_late";

  private RunProblems() {}

  static Failure outOfTurns(RunLimits limits) {
    return Failure.lasting(
        new Problem(
            RunLimits.OUT_OF_TURNS,
            "Out of turns",
            "the run used its %d turns before the model was done".formatted(limits.turns()),
            "Send another prompt to go on, or allow more turns."));
  }

  static Failure loopDetected(LoopGuard guard, RunProgress vigil) {
    String what;
    if (vigil.repeats() >= guard.repeats()) {
      what = "the same calls had the same outcomes in %d turns in a row".formatted(vigil.repeats());
    } else if (vigil.misfits() >= guard.misfits()) {
      what = "the calls of %d turns in a row could not be made".formatted(vigil.misfits());
    } else {
      what = "none of %d calls in a row succeeded".formatted(vigil.failures());
    }
    return Failure.lasting(
        new Problem(
            RunLimits.LOOP_DETECTED,
            "The run goes round in circles",
            what,
            "Say more precisely what is wanted, look at the outcomes, or allow more repetition."));
  }

  static Failure budgetExhausted(RunLimits limits, Usage used) {
    return Failure.lasting(
        new Problem(
            RunLimits.BUDGET_EXHAUSTED,
            "Budget exhausted",
            "the run has used %d of its %d tokens".formatted(used.total(), limits.tokens()),
            "Send another prompt to go on, or allow more tokens."));
  }

  /// Never retried: the same call would meet the same budget.
  static Failure budgetExhausted(BudgetShortfall shortfall) {
    return budgetExhausted(shortfall.describe());
  }

  /// Of a run that gave its final reply after one of its calls was refused.
  static Failure budgetExhausted(BudgetUsage.BudgetStop stop) {
    return budgetExhausted(stop.why());
  }

  /// @param detail the owner of the budget, its limit, its usage, and the possible need of the next
  ///   call
  public static Failure budgetExhausted(String detail) {
    return Failure.lasting(
        new Problem(
            RunLimits.BUDGET_EXHAUSTED,
            "Budget exhausted",
            detail,
            "Raise the budget, or wait until it is renewed, then send another prompt."));
  }

  /// Never retried: the same request would get the same refusal.
  static Failure modelRefused() {
    return Failure.lasting(
        new Problem(
            MODEL_REFUSED,
            "The model will not answer this",
            "the model, or its provider, refused to go on",
            "Look at what it said, then ask in another way, or ask another model."));
  }

  /// The problem of the answer in a reply without calls; null if it is complete.
  public static @Nullable Problem answerProblem(ModelReply reply) {
    return reply.stop() == ModelReply.StopReason.REFUSED
        ? modelRefused().problem()
        : AnswerEnding.of(reply).problem();
  }

  /// @param error the error in the last answer
  static Failure answerMisfit(String error) {
    return Failure.lasting(
        new Problem(
            ANSWER_MISFIT,
            "The answer is not what was asked for",
            error,
            "Look at what the model said, make the schema simpler, or ask another model."));
  }

  /// @param report in which a required check has not passed
  static Failure checksFailed(VerificationReport report) {
    var open =
        report.checks().stream()
            .filter(check -> check.requirement() == VerificationReport.Check.Requirement.REQUIRED)
            .filter(check -> check.status() != VerificationReport.Check.Status.PASSED)
            .map(check -> "'%s' (%s)".formatted(check.id(), check.subject()))
            .collect(Collectors.joining(", "));
    return Failure.lasting(
        new Problem(
            CHECKS_FAILED,
            "The work has not passed its required checks",
            report.status() == VerificationReport.Result.FAILED
                ? "Failed: " + open
                : "Could not be carried out: " + open,
            "Look at the evidence in the verification report of the run, correct the work or the"
                + " check, and send a new prompt."));
  }

  /// @param why the kind of the error, without its message, which may quote the data being read
  public static Failure replyNotKept(String why) {
    return Failure.lasting(
        new Problem(
            REPLY_NOT_KEPT,
            "The reply could not be kept",
            "the model answered, and %s came up while its reply was read".formatted(why),
            "Look into the log and report it. The tokens are counted; the session can be used."));
  }

  static Failure compactionMisfit() {
    return Failure.lasting(
        new Problem(
            COMPACTION_MISFIT,
            "The conversation cannot be made shorter so",
            "what was to be left of the conversation does not fit to what was said",
            "Send the prompt again; if it happens again, report it."));
  }

  static Problem summaryTooLate() {
    return new Problem(
        SUMMARY_TOO_LATE,
        "The summary came too late",
        "something else was said or done in the session while it was summed up",
        "Ask for it again.");
  }

  static Failure crashLoop(RunLimits limits) {
    return Failure.lasting(
        new Problem(
            CRASH_LOOP,
            "The process dies each time",
            "the process died more than %d times in a row while the model was asked"
                .formatted(limits.attempts()),
            "Look for the cause (memory, native code), then send the prompt again."));
  }

  static Failure interrupted() {
    return new Failure(
        new Problem(
            INTERRUPTED,
            "Interrupted",
            "the process that drove the run died, and runs are configured to end then",
            "Look at the run's events, then send the prompt again."),
        new Failure.Retry.Later(Duration.ZERO));
  }
}
