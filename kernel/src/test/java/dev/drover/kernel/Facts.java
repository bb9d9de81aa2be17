package dev.drover.kernel;

import static dev.drover.kernel.Samples.COST;
import static dev.drover.kernel.Samples.LIMITS;
import static dev.drover.kernel.Samples.PROMPT;
import static dev.drover.kernel.Samples.RUN;
import static dev.drover.kernel.Samples.call;
import static dev.drover.kernel.Samples.calling;
import static dev.drover.kernel.Samples.e;

import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Events of the run [Samples#RUN], each written in one line. Constructors and nothing more.
final class Facts {
  private Facts() {}

  static Event accepted() {
    return accepted(LIMITS);
  }

  static Event accepted(Limits limits) {
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

  static Event replaced(long effect, int attempt, Failure failure, Fallback fallback) {
    return new Event.ModelReplaced(RUN, e(effect), attempt, failure, fallback);
  }

  static Event interrupted(long effect, String partial) {
    return new Event.ReplyInterrupted(RUN, e(effect), Text.of(partial));
  }

  static Event planned(List<PlannedCall> calls) {
    return new Event.ToolsPlanned(RUN, calls);
  }

  /// The question that [Samples#ASK] leads to.
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

  /// The question whether a lost call that needed no question at first is to run again.
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

  static Event said(long effect, Answer answer) {
    return new Event.ApprovalAnswered(RUN, e(effect), answer, "bob");
  }

  static Event started(long effect, int attempt) {
    return new Event.ToolStarted(RUN, e(effect), attempt);
  }

  /// A child was given something to do by e2.
  static Event delegated(TaskMode mode) {
    return new Event.TaskStarted(RUN, e(2), new SessionId("s-1-e2"), "clerk/explore", mode);
  }

  static Event settled(long effect, ToolOutcome outcome) {
    return new Event.ToolSettled(RUN, e(effect), outcome);
  }

  static Event recovered(long... lost) {
    return new Event.RunRecovered(RUN, "host-b", LongStream.of(lost).mapToObj(Samples::e).toList());
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
