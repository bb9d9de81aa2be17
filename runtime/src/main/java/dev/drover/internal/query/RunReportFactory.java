package dev.drover.internal.query;

import dev.drover.RunReport;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.problem.AnswerMissing.RunNotCompleted;

/// Creates the report of a run from its last event.
public final class RunReportFactory {
  static final String CANCELLED = "run_cancelled";

  private RunReportFactory() {}

  public static RunReport of(Event.RunFinished finished, EventTexts texts) {
    return switch (finished.outcome()) {
      case RunOutcome.Completed(var text, var value, var ending) -> {
        var json = value == null ? null : texts.read(value);
        yield report(finished, texts.read(text), new RunReport.Completed(ending, json));
      }
      case RunOutcome.Failed(var failure, var text) ->
          report(finished, texts.read(text), new RunReport.Failed(failure));
      case RunOutcome.Cancelled(var by, var why) ->
          report(finished, "", new RunReport.Cancelled(cancelled(by, why)));
      case RunOutcome.HandedOff(var session, var run, var text) ->
          report(finished, texts.read(text), new RunReport.Successor(session, run));
    };
  }

  private static RunReport report(
      Event.RunFinished finished, String text, RunReport.Result result) {
    return new RunReport(finished.run(), text, finished.usage(), result);
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
