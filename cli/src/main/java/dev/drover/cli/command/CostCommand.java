package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.screen.Table;
import dev.drover.kernel.Measure;
import dev.drover.kernel.Usage;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Shows what a session has used, and those who worked for it, with the sum.
public final class CostCommand implements Command {
  public CostCommand() {}

  @Override
  public String name() {
    return "cost";
  }

  @Override
  public String summary() {
    return "shows what a session has used, and those who worked for it";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(Syntax.Words.one("SESSION"));
  }

  @Override
  public ExitCode run(Call call) {
    var session = call.session(call.arguments().word());
    var table =
        new Table(
            "source",
            "session",
            "model",
            "input",
            "output",
            "reasoning",
            "cache_read",
            "cache_write",
            "money");
    try (var bench = call.readOnly()) {
      var ledger = bench.archive().ledger(session);
      for (var line : ledger.lines()) {
        var model = line.model().isEmpty() ? null : line.model();
        add(table, new Whom(line.source(), line.session(), model), line.usage(), line.money());
      }
      if (ledger.lines().size() > 1) {
        add(table, new Whom("total", null, null), ledger.total(), ledger.money());
      }
    }
    call.print(table, "Nothing was used.");
    return ExitCode.COMPLETED;
  }

  private record Whom(String source, @Nullable Object session, @Nullable String model) {}

  private static void add(Table table, Whom whom, Usage usage, OptionalLong money) {
    table.row(
        whom.source(),
        whom.session(),
        whom.model(),
        usage.input(),
        usage.output(),
        usage.reasoning(),
        usage.cacheRead(),
        usage.cacheWrite(),
        money.isPresent() ? Measure.MONEY.number(money.getAsLong()) : null);
  }
}
