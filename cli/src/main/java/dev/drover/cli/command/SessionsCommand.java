package dev.drover.cli.command;

import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.OutputTable;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.CliRuntime.Purpose;
import dev.drover.cli.runtime.JournalCheck;
import dev.drover.query.SessionQueries;
import dev.drover.spi.store.Catalog.ForkRow;
import dev.drover.spi.store.Catalog.SessionRow;
import java.util.Locale;

/// Lists the sessions of a store, oldest first.
public final class SessionsCommand implements CliCommand {
  /// Keeps the listing fast: longer sessions are shown as the session table records them.
  private static final long MOST_EVENTS = 10_000;

  public SessionsCommand() {}

  @Override
  public String name() {
    return "sessions";
  }

  @Override
  public String summary() {
    return "lists the sessions of this workspace";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.NO_WORDS);
  }

  @Override
  public ExitCode run(CliInvocation call) {
    var table =
        new OutputTable(
            "session", "agent", "status", "opened", "events", "forked_from", "workspace");
    var found =
        CliRuntime.openIfPresent(call.loadSettings(), call.environment().time(), Purpose.READ);
    if (found.isPresent()) {
      try (var runtime = found.get()) {
        var rows = runtime.queries().sessions();
        var check = JournalCheck.of(runtime.queries(), rows, MOST_EVENTS);
        for (var row : rows) {
          var problem = check.problems().get(row.session());
          table.row(
              row.session(),
              row.agent(),
              problem == null ? status(runtime.queries(), row) : JournalCheck.word(problem),
              row.openedAt(),
              row.tail(),
              runtime.queries().origin(row.session()).map(SessionsCommand::words).orElse(null),
              row.workspace());
        }
      }
    }
    call.print(table, "No sessions yet. Start one with 'drover run', or try 'drover demo'.");
    return ExitCode.COMPLETED;
  }

  private static String words(ForkRow origin) {
    return "%s at %d".formatted(origin.source(), origin.at());
  }

  private static String status(SessionQueries queries, SessionRow row) {
    var running = row.running();
    return running == null
        ? "idle"
        : queries
            .run(running)
            .map(snapshot -> snapshot.status().name().toLowerCase(Locale.ROOT))
            .orElse("idle");
  }
}
