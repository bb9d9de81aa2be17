package dev.drover.cli.command;

import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.OutputTable;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.value.Usage;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Shows the usage of a session and of its child sessions, with the total.
public final class SessionCostCommand implements CliCommand {
  public SessionCostCommand() {}

  @Override
  public String name() {
    return "cost";
  }

  @Override
  public String summary() {
    return "shows what a session has used, and those who worked for it";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.Words.one("SESSION"));
  }

  @Override
  public ExitCode run(CliInvocation call) {
    var table =
        new OutputTable(
            "source",
            "session",
            "model",
            "input",
            "output",
            "reasoning",
            "cache_read",
            "cache_write",
            "money");
    try (var runtime = call.openReadOnly()) {
      var ledger = runtime.queries().ledger(call.ids(runtime).session(call.arguments().word()));
      for (var line : ledger.lines()) {
        var model = line.model().isEmpty() ? null : line.model();
        add(
            table,
            new CostSource(line.source(), line.session(), model),
            line.usage(),
            line.money());
      }
      if (ledger.lines().size() > 1) {
        add(table, new CostSource("total", null, null), ledger.total(), ledger.money());
      }
    }
    call.print(table, "Nothing was used.");
    return ExitCode.COMPLETED;
  }

  private record CostSource(String source, @Nullable Object session, @Nullable String model) {}

  private static void add(OutputTable table, CostSource whom, Usage usage, OptionalLong money) {
    table.row(
        whom.source(),
        whom.session(),
        whom.model(),
        usage.input(),
        usage.output(),
        usage.reasoning(),
        usage.cacheRead(),
        usage.cacheWrite(),
        money.isPresent() ? BudgetMeasure.MONEY.format(money.getAsLong()) : null);
  }
}
