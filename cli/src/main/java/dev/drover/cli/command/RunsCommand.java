package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.screen.Table;
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
            run.status().name().toLowerCase(Locale.ROOT),
            run.acceptedAt(),
            run.finishedAt(),
            run.waitingFor().isEmpty() ? null : run.waitingFor(),
            run.title());
      }
    }
    call.print(table, "No runs yet in session " + session + ".");
    return ExitCode.COMPLETED;
  }
}
