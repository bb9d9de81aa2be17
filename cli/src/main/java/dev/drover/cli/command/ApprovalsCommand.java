package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.screen.Table;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Bench.Purpose;

/// Lists what people are asked and nobody has answered.
public final class ApprovalsCommand implements Command {
  public ApprovalsCommand() {}

  @Override
  public String name() {
    return "approvals";
  }

  @Override
  public String summary() {
    return "lists the questions that wait for a person";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(Syntax.NO_WORDS);
  }

  @Override
  public ExitCode run(Call call) {
    var table = new Table("approval", "run", "asked", "tool", "grant", "why", "preview");
    var found = Bench.find(call.settings(), call.host().time(), Purpose.LOOK);
    if (found.isPresent()) {
      try (var bench = found.get()) {
        for (var row : bench.archive().approvals()) {
          table.row(
              row.id(),
              row.run(),
              row.askedAt(),
              row.tool(),
              row.grant(),
              row.why(),
              bench.archive().read(row.preview()));
        }
      }
    }
    call.print(table, "Nobody is being asked anything.");
    return ExitCode.COMPLETED;
  }
}
