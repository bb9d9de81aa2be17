package dev.drover.cli.command;

import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.runtime.ForeignStoreCheck;
import dev.drover.session.UndoReport;
import dev.drover.spi.tool.FileRestorer.RestoreStatus;
import dev.drover.spi.tool.FileRestorer.RestoredFile;
import java.util.Locale;

/// Restores the files that a run changed.
public final class UndoRunCommand implements CliCommand {
  public UndoRunCommand() {}

  @Override
  public String name() {
    return "undo";
  }

  @Override
  public String summary() {
    return "restores the files that a run changed";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.Words.one("RUN"));
  }

  @Override
  public ExitCode run(CliInvocation call) {
    ForeignStoreCheck.requireOwn(call.loadSettings());
    try (var runtime = call.openExisting()) {
      var run = call.ids(runtime).run(call.arguments().word());
      var report = runtime.drover().undo(run, call.environment().user());
      report.files().forEach(file -> print(call, file));
      if (report.files().isEmpty() && call.outputFormat() == OutputFormat.READABLE) {
        call.out().line("%s changed no files.".formatted(run));
      }
      return end(call, report);
    }
  }

  private static ExitCode end(CliInvocation call, UndoReport report) {
    if (report.isComplete()) {
      return ExitCode.COMPLETED;
    }
    call.hint("Files that were left alone keep their current content; compare them yourself.");
    return ExitCode.FAILED;
  }

  private static void print(CliInvocation call, RestoredFile file) {
    switch (call.outputFormat()) {
      case JSON ->
          call.out()
              .json(
                  new JsonLine()
                      .with("path", file.path())
                      .with("fate", file.status().name().toLowerCase(Locale.ROOT))
                      .with("why", file.why()));
      case READABLE -> {
        var style = call.style();
        call.out()
            .line(
                file.status() == RestoreStatus.LEFT_ALONE
                    ? style.yellow("!")
                    : style.green(style.signs().good()),
                switch (file.status()) {
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
