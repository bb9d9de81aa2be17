package dev.drover.cli.command;

import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.runtime.JournalPages;
import dev.drover.kernel.value.SessionId;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayDivergence;
import dev.drover.replay.ReplayReport;
import dev.drover.watch.Notice;

/// Decides a recorded session again, event by event, without executing any effect.
public final class ReplayCommand implements CliCommand {
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
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.Words.one("SESSION"));
  }

  @Override
  public ExitCode run(CliInvocation call) {
    try (var runtime = call.openReadOnly()) {
      var session = call.ids(runtime).session(call.arguments().word());
      var journal = JournalPages.all(runtime.queries(), session);
      if (!journal.isEmpty() && journal.getFirst().seq() != 1) {
        throw CliRefusal.failed(
            "journal_trimmed",
            "the first events of session %s are no longer kept".formatted(session),
            "Only a whole journal can be replayed.");
      }
      return switch (Replay.of(journal.stream().map(Notice.Happened::entry).toList())) {
        case ReplayReport report -> same(call, session, report);
        case ReplayDivergence divergence ->
            throw CliRefusal.failed(
                "replay_diverged",
                "session %s, %s".formatted(session, divergence),
                "The journal was changed, or written by another version; export it to inspect it.");
      };
    }
  }

  private static ExitCode same(CliInvocation call, SessionId session, ReplayReport report) {
    switch (call.outputFormat()) {
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
