package dev.drover.cli.command;

import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.OutputTable;
import dev.drover.cli.runtime.JournalCheck;
import dev.drover.problem.SessionUnavailable.SessionUnreadable;
import dev.drover.query.RunSnapshot;
import dev.drover.query.SessionQueries;
import java.util.Locale;

/// Lists the runs of a session, oldest first.
public final class RunsCommand implements CliCommand {
  public RunsCommand() {}

  @Override
  public String name() {
    return "runs";
  }

  @Override
  public String summary() {
    return "lists the runs of a session";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.Words.one("SESSION"));
  }

  @Override
  public ExitCode run(CliInvocation call) {
    var table = new OutputTable("run", "status", "accepted", "finished", "waiting_for", "prompt");
    try (var runtime = call.openReadOnly()) {
      var session = call.ids(runtime).session(call.arguments().word());
      for (var run : runtime.queries().runs(session)) {
        table.row(
            run.run(),
            status(runtime.queries(), run),
            run.acceptedAt(),
            run.finishedAt(),
            run.waitingFor().isEmpty() ? null : run.waitingFor(),
            run.title());
      }
      call.print(table, "No runs yet in session " + session + ".");
    }
    return ExitCode.COMPLETED;
  }

  /// The status of an unfinished run is in the journal, which may be unreadable.
  private static String status(SessionQueries queries, RunSnapshot run) {
    if (run.finishedAt() == null) {
      try {
        queries.snapshot(run.session());
      } catch (SessionUnreadable unreadable) {
        return JournalCheck.word(unreadable);
      }
    }
    return run.status().name().toLowerCase(Locale.ROOT);
  }
}
