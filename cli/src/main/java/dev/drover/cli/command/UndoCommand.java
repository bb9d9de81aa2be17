package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.work.StoreGuard;
import dev.drover.runtime.UndoReport;
import dev.drover.spi.tool.Restorer.Fate;
import dev.drover.spi.tool.Restorer.Restored;
import java.util.Locale;

/// Brings back the files that a run changed.
public final class UndoCommand implements Command {
  public UndoCommand() {}

  @Override
  public String name() {
    return "undo";
  }

  @Override
  public String summary() {
    return "brings back the files that a run changed";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(Syntax.Words.one("RUN"));
  }

  @Override
  public ExitCode run(Call call) {
    var run = call.run(call.arguments().word());
    StoreGuard.requireOwn(call.settings());
    try (var bench = call.existing()) {
      var report = bench.drover().undo(run, call.host().user());
      report.files().forEach(file -> print(call, file));
      if (report.files().isEmpty() && call.view() == View.READABLE) {
        call.out().line("%s changed no files.".formatted(run));
      }
      return end(call, report);
    }
  }

  private static ExitCode end(Call call, UndoReport report) {
    if (report.isComplete()) {
      return ExitCode.COMPLETED;
    }
    call.hint("What was left alone is as you see it now; compare it yourself.");
    return ExitCode.FAILED;
  }

  private static void print(Call call, Restored file) {
    switch (call.view()) {
      case JSON ->
          call.out()
              .json(
                  new JsonLine()
                      .with("path", file.path())
                      .with("fate", file.fate().name().toLowerCase(Locale.ROOT))
                      .with("why", file.why()));
      case READABLE -> {
        var look = call.look();
        call.out()
            .line(
                file.fate() == Fate.LEFT_ALONE ? look.yellow("!") : look.green(look.signs().good()),
                switch (file.fate()) {
                  case RESTORED -> " brought back " + file.path();
                  case TAKEN_AWAY -> " took away " + file.path();
                  case AS_IT_WAS -> " unchanged " + file.path();
                  case LEFT_ALONE -> " left alone " + file.path() + ": " + file.why();
                });
      }
      case QUIET -> {}
    }
  }
}
