package dev.drover.commands;

import dev.drover.commands.SlashCommandOutcome.Done;
import dev.drover.commands.SlashCommandOutcome.Ended;
import dev.drover.commands.SlashCommandOutcome.Failed;
import dev.drover.kernel.value.Problem;
import dev.drover.query.RunSnapshot;
import dev.drover.session.UndoReport;
import dev.drover.spi.tool.FileRestorer.RestoredFile;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// `/undo`, and `/undo RUN`.
final class UndoSlashCommand implements SlashCommand {
  private static final int RUNS_NAMED = 5;

  @Override
  public String name() {
    return "undo";
  }

  @Override
  public String arguments() {
    return "[RUN]";
  }

  @Override
  public String help() {
    return "brings back the files that the last run changed, or the run you name";
  }

  @Override
  public Ended run(SlashCommandCall call) {
    var runs = call.session().runs();
    if (runs.isEmpty()) {
      return new Done("There was no run yet.");
    }
    return runs.reversed().stream()
        .filter(run -> call.arguments().isEmpty() || isMeant(run, call.arguments()))
        .findFirst()
        .<Ended>map(run -> new Done(told(run, call.session().undo(run.run()))))
        .orElseGet(() -> new Failed(unknown(call.arguments(), runs)));
  }

  private static boolean isMeant(RunSnapshot run, String name) {
    return run.run().value().equals(name);
  }

  private static String told(RunSnapshot run, UndoReport report) {
    if (report.files().isEmpty()) {
      return "Run %s changed no files.".formatted(named(run));
    }
    var lines = new ArrayList<String>();
    lines.add("Run %s:".formatted(named(run)));
    report.files().forEach(file -> lines.add("  " + told(file)));
    if (!report.isComplete()) {
      lines.add("What was left alone is as you see it now; compare it yourself.");
    }
    return String.join("\n", lines);
  }

  private static String told(RestoredFile file) {
    return switch (file.status()) {
      case RESTORED -> "brought back " + file.path();
      case TAKEN_AWAY -> "took away " + file.path();
      case AS_IT_WAS -> "unchanged " + file.path();
      case LEFT_ALONE -> "left alone " + file.path() + ": " + file.why();
    };
  }

  private static Problem unknown(String name, List<RunSnapshot> runs) {
    var last =
        runs.reversed().stream()
            .limit(RUNS_NAMED)
            .map(UndoSlashCommand::named)
            .collect(Collectors.joining(", "));
    return new Problem(
        "run_not_found",
        "No such run",
        "this session has no run '%s'".formatted(CommandExcerpt.of(name, CommandExcerpt.SHORT)),
        "Its last ones, the latest first: %s.".formatted(last));
  }

  private static String named(RunSnapshot run) {
    return "%s (%s)".formatted(run.run(), CommandExcerpt.of(run.title(), CommandExcerpt.SHORT));
  }
}
