package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.work.Journals;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.replay.Divergence;
import dev.drover.runtime.replay.Replay;
import dev.drover.runtime.replay.ReplayReport;
import dev.drover.runtime.watch.Notice;

/// Decides a recorded session again, event by event, without performing anything.
public final class ReplayCommand implements Command {
  public ReplayCommand() {}

  @Override
  public String name() {
    return "replay";
  }

  @Override
  public String summary() {
    return "decides a recorded session again, and compares";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(Syntax.Words.one("SESSION"));
  }

  @Override
  public ExitCode run(Call call) {
    var session = call.session(call.arguments().word());
    try (var bench = call.readOnly()) {
      var journal = Journals.all(bench.archive(), session);
      if (!journal.isEmpty() && journal.getFirst().seq() != 1) {
        throw Refusal.failed(
            "journal_trimmed",
            "the first events of session %s are no longer kept".formatted(session),
            "Only a whole journal can be replayed.");
      }
      return switch (Replay.of(journal.stream().map(Notice.Happened::entry).toList())) {
        case ReplayReport report -> same(call, session, report);
        case Divergence divergence ->
            throw Refusal.failed(
                "replay_diverged",
                "session %s, %s".formatted(session, divergence),
                "The journal was changed, or written by another version; export it and look.");
      };
    }
  }

  private static ExitCode same(Call call, SessionId session, ReplayReport report) {
    switch (call.view()) {
      case JSON ->
          call.out()
              .json(
                  new JsonLine()
                      .with("session", session)
                      .with("same", true)
                      .with("events", report.events())
                      .with("runs", report.runs())
                      .with("recorded_model_calls", report.modelCalls())
                      .with("recorded_tool_calls", report.toolCalls())
                      .with("performed", report.effectsPerformed()));
      case READABLE ->
          call.out()
              .line(
                  "replayed %d events: the same, 0 model calls and 0 tool calls performed"
                      .formatted(report.events()));
      case QUIET -> {}
    }
    return ExitCode.COMPLETED;
  }
}
