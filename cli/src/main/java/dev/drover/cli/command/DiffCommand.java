package dev.drover.cli.command;

import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.DisplayFormats;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.output.TerminalStyle;
import dev.drover.query.RunDiff;
import dev.drover.query.RunDiff.Difference;
import dev.drover.query.RunOutline;
import java.util.Locale;

/// Compares two runs: their inputs, replies, calls and outcomes.
public final class DiffCommand implements CliCommand {
  private static final int MARGIN = 4;

  public DiffCommand() {}

  @Override
  public String name() {
    return "diff";
  }

  @Override
  public String summary() {
    return "compares two runs and shows where they diverge";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(new CommandSyntax.Words("RUN RUN", 2, 2));
  }

  @Override
  public ExitCode run(CliInvocation call) {
    var words = call.arguments().words();
    try (var runtime = call.openReadOnly()) {
      var ids = call.ids(runtime);
      var diff = runtime.queries().diff(ids.run(words.getFirst()), ids.run(words.getLast()));
      switch (call.outputFormat()) {
        case JSON -> call.out().json(json(diff));
        case READABLE, QUIET -> print(call, diff);
      }
    }
    return ExitCode.COMPLETED;
  }

  private static JsonLine json(RunDiff diff) {
    var parts = diff.partsAtTurn();
    return new JsonLine()
        .with("left", json(diff.left()))
        .with("right", json(diff.right()))
        .with("same", diff.differences().isEmpty())
        .with("parts_at_turn", parts.isPresent() ? parts.getAsInt() : null)
        .with("differences", diff.differences().stream().map(DiffCommand::json).toList());
  }

  private static JsonLine json(RunOutline run) {
    return new JsonLine()
        .with("run", run.run())
        .with("session", run.session())
        .with("status", run.status().name().toLowerCase(Locale.ROOT))
        .with("model", run.model())
        .with("prompt", run.prompt())
        .with("turns", run.turns().size())
        .with("text", run.answer())
        .with("usage", JsonLine.of(run.usage()));
  }

  private static JsonLine json(Difference difference) {
    return new JsonLine()
        .with("turn", difference.turn() == 0 ? null : difference.turn())
        .with("what", difference.what())
        .with("left", difference.left())
        .with("right", difference.right());
  }

  private static void print(CliInvocation call, RunDiff diff) {
    var out = call.out();
    out.line("- " + heading(diff.left()));
    out.line("+ " + heading(diff.right()));
    out.line(parting(diff));
    for (var difference : diff.differences()) {
      var turn = difference.turn() == 0 ? "" : "turn %d, ".formatted(difference.turn());
      out.line(call.style().bold(turn + difference.what()));
      side(call, "-", difference.left());
      side(call, "+", difference.right());
    }
  }

  private static String heading(RunOutline run) {
    return "%s in session %s, %s, %s"
        .formatted(
            run.run(),
            run.session(),
            run.model().isEmpty() ? "model unknown" : run.model(),
            DisplayFormats.count(run.turns().size(), "turn"));
  }

  private static String parting(RunDiff diff) {
    var turn = diff.partsAtTurn();
    if (turn.isPresent()) {
      return "They diverge in turn " + turn.getAsInt() + ".";
    }
    return diff.differences().isEmpty()
        ? "They are the same."
        : "They said and did the same in every turn.";
  }

  private static void side(CliInvocation call, String sign, String text) {
    if (!text.isEmpty()) {
      TerminalStyle style = call.style();
      out(call, sign, DisplayFormats.brief(text, style.width() - MARGIN, style.signs()));
    }
  }

  private static void out(CliInvocation call, String sign, String line) {
    var marked = "  " + sign + " " + line;
    call.out().line(sign.equals("-") ? call.style().red(marked) : call.style().green(marked));
  }
}
