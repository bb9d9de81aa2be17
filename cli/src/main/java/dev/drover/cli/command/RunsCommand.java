package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.screen.Table;
import dev.drover.cli.work.JournalCheck;
import dev.drover.runtime.Archive;
import dev.drover.runtime.RunSnapshot;
import dev.drover.runtime.problem.SessionUnreadable;
import java.util.Locale;

/// Lists the runs of a session, oldest first.
public final class RunsCommand implements Command {
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
  public Syntax syntax() {
    return Syntax.of(Syntax.Words.one("SESSION"));
  }

  @Override
  public ExitCode run(Call call) {
    var session = call.session(call.arguments().word());
    var table = new Table("run", "status", "accepted", "finished", "waiting_for", "prompt");
    try (var bench = call.readOnly()) {
      for (var run : bench.archive().runs(session)) {
        table.row(
            run.run(),
            status(bench.archive(), run),
            run.acceptedAt(),
            run.finishedAt(),
            run.waitingFor().isEmpty() ? null : run.waitingFor(),
            run.title());
      }
    }
    call.print(table, "No runs yet in session " + session + ".");
    return ExitCode.COMPLETED;
  }

  /// How a run stands that is not over is in the journal, which may not be readable.
  private static String status(Archive archive, RunSnapshot run) {
    if (run.finishedAt() == null) {
      try {
        archive.state(run.session());
      } catch (SessionUnreadable unreadable) {
        return JournalCheck.word(unreadable);
      }
    }
    return run.status().name().toLowerCase(Locale.ROOT);
  }
}
