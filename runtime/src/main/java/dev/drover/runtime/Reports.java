package dev.drover.runtime;

import dev.drover.kernel.AnswerEnding;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Problem;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.RunStatus;
import dev.drover.runtime.agent.Texts;
import dev.drover.runtime.problem.RunEnded;
import org.jspecify.annotations.Nullable;

/// Turns the event that ends a run into what its sender gets.
final class Reports {
  static final String CANCELLED = "run_cancelled";

  private Reports() {}

  static RunReport of(Event.RunFinished finished, Texts texts) {
    return switch (finished.outcome()) {
      case RunOutcome.Completed(var text, var value, var ending) ->
          new RunReport(
              finished.run(),
              RunStatus.of(finished.outcome()),
              texts.read(text),
              ending,
              value == null ? null : texts.read(value),
              null,
              finished.usage(),
              null);
      case RunOutcome.Failed(var failure, var text) ->
          incomplete(finished, texts.read(text), failure, null);
      case RunOutcome.Cancelled(var by, var why) ->
          incomplete(finished, "", cancelled(by, why), null);
      case RunOutcome.HandedOff(var session, var run, var text) ->
          incomplete(finished, texts.read(text), null, new RunReport.Successor(session, run));
    };
  }

  private static RunReport incomplete(
      Event.RunFinished finished,
      String text,
      @Nullable Failure failure,
      RunReport.@Nullable Successor successor) {
    return new RunReport(
        finished.run(),
        RunStatus.of(finished.outcome()),
        text,
        AnswerEnding.WHOLE,
        null,
        failure,
        finished.usage(),
        successor);
  }

  private static Failure cancelled(String by, String why) {
    return Failure.lasting(
        new Problem(
            CANCELLED,
            "The run was cancelled",
            "the run was cancelled by %s: %s".formatted(by, why),
            "Send the prompt again if it is still wanted."));
  }

  /// The report, if it is one of success.
  static RunReport completed(RunReport report) {
    var failure = report.failure();
    if (failure != null) {
      throw new RunEnded(report.run(), report.status(), failure.problem(), report.text());
    }
    return report;
  }
}
