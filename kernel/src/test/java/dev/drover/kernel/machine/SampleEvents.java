package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.LIMITS;
import static dev.drover.kernel.machine.SampleValues.PROMPT;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.call;
import static dev.drover.kernel.machine.SampleValues.calling;
import static dev.drover.kernel.machine.SampleValues.e;

import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Events of the run [SampleValues#RUN], each written in one line. Constructors only.
final class SampleEvents {
  private SampleEvents() {}

  static Event accepted() {
    return accepted(LIMITS);
  }

  static Event accepted(RunLimits limits) {
    return new Event.RunAccepted(RUN, PROMPT, limits);
  }

  static Event replied(long effect, ModelReply reply) {
    return new Event.ModelReplied(RUN, e(effect), reply);
  }

  static Event replied(long effect, List<PlannedCall> calls) {
    return replied(effect, calling(calls));
  }

  static Event failed(long effect, int attempt, Failure failure, Instant retryAt) {
    return new Event.ModelFailed(RUN, e(effect), attempt, failure, retryAt);
  }

  static Event replaced(long effect, int attempt, Failure failure, FallbackModel fallback) {
    return new Event.ModelReplaced(RUN, e(effect), attempt, failure, fallback);
  }

  static Event interrupted(long effect, String partial) {
    return new Event.ReplyInterrupted(RUN, e(effect), Text.of(partial));
  }

  static Event planned(List<PlannedCall> calls) {
    return new Event.ToolsPlanned(RUN, calls);
  }

  /// The approval request that [SampleValues#ASK] leads to.
  static Event asked(long effect) {
    return asked(effect, List.of(), null);
  }

  static Event asked(long effect, List<String> answerers, @Nullable Instant until) {
    return new Event.ApprovalRequested(
        RUN,
        e(effect),
        "send",
        "It leaves the house.",
        "send(*)",
        Text.of("send it"),
        answerers,
        until);
  }

  /// The question whether to repeat a lost call that did not need an approval at first.
  static Event askedAgain(long effect) {
    return new Event.ApprovalRequested(
        RUN,
        e(effect),
        "send",
        "Run it again? the process died while the call was under way; it may have happened",
        "send",
        call(effect).arguments(),
        List.of(),
        null);
  }

  static Event said(long effect, ApprovalAnswer answer) {
    return new Event.ApprovalAnswered(RUN, e(effect), answer, "bob");
  }

  static Event started(long effect, int attempt) {
    return new Event.ToolStarted(RUN, e(effect), attempt);
  }

  /// A child was given a task by e2.
  static Event delegated(TaskMode mode) {
    return new Event.TaskStarted(RUN, e(2), new SessionId("s-1-e2"), "clerk/explore", mode);
  }

  static Event settled(long effect, ToolOutcome outcome) {
    return new Event.ToolSettled(RUN, e(effect), outcome);
  }

  static Event recovered(long... lost) {
    return new Event.RunRecovered(
        RUN, "host-b", LongStream.of(lost).mapToObj(SampleValues::e).toList());
  }

  static Event finished(RunOutcome outcome, Usage usage) {
    return new Event.RunFinished(RUN, outcome, usage);
  }

  static Event completed(String words, AnswerEnding ending) {
    return finished(new RunOutcome.Completed(Text.of(words), null, ending), COST);
  }

  static Event completed(String words) {
    return finished(new RunOutcome.Completed(Text.of(words)), COST);
  }

  static Event cancelledByAnn(Usage usage) {
    return finished(new RunOutcome.Cancelled("ann", "changed my mind"), usage);
  }
}
