package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.screen.Table;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Bench.Purpose;
import dev.drover.cli.work.JournalCheck;
import dev.drover.runtime.Archive;
import dev.drover.spi.store.Catalog.ForkRow;
import dev.drover.spi.store.Catalog.SessionRow;
import java.util.Locale;

/// Lists the sessions of a store, oldest first.
public final class SessionsCommand implements Command {
  /// A list is fast: beyond this a session is shown as the list of sessions has it.
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
  public Syntax syntax() {
    return Syntax.of(Syntax.NO_WORDS);
  }

  @Override
  public ExitCode run(Call call) {
    var table =
        new Table("session", "agent", "status", "opened", "events", "forked_from", "workspace");
    var found = Bench.find(call.settings(), call.host().time(), Purpose.LOOK);
    if (found.isPresent()) {
      try (var bench = found.get()) {
        var rows = bench.archive().sessions();
        var check = JournalCheck.of(bench.archive(), rows, MOST_EVENTS);
        for (var row : rows) {
          var problem = check.problems().get(row.session());
          table.row(
              row.session(),
              row.agent(),
              problem == null ? status(bench.archive(), row) : JournalCheck.word(problem),
              row.openedAt(),
              row.tail(),
              bench.archive().origin(row.session()).map(SessionsCommand::words).orElse(null),
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

  private static String status(Archive archive, SessionRow row) {
    var running = row.running();
    return running == null
        ? "idle"
        : archive
            .run(running)
            .map(snapshot -> snapshot.status().name().toLowerCase(Locale.ROOT))
            .orElse("idle");
  }
}
