package dev.drover.internal.query;

import dev.drover.RunReport;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.problem.AnswerMissing.RunNotCompleted;
import org.jspecify.annotations.Nullable;

/// Creates the report of a run from its last event.
public final class RunReportFactory {
  static final String CANCELLED = "run_cancelled";

  private RunReportFactory() {}

  public static RunReport of(Event.RunFinished finished, EventTexts texts) {
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

  /// Returns the report if the run completed.
  public static RunReport completed(RunReport report) {
    var failure = report.failure();
    if (failure != null) {
      throw new RunNotCompleted(report.run(), report.status(), failure.problem(), report.text());
    }
    return report;
  }
}
