package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.screen.Look;
import dev.drover.cli.screen.Wording;
import dev.drover.runtime.RunDiff;
import dev.drover.runtime.RunDiff.Difference;
import dev.drover.runtime.RunOutline;
import java.util.Locale;

/// Compares two runs: what they were given, what they said and did, how they ended.
public final class DiffCommand implements Command {
  private static final int MARGIN = 4;

  public DiffCommand() {}

  @Override
  public String name() {
    return "diff";
  }

  @Override
  public String summary() {
    return "compares two runs, and says where they part";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(new Syntax.Words("RUN RUN", 2, 2));
  }

  @Override
  public ExitCode run(Call call) {
    var words = call.arguments().words();
    try (var bench = call.readOnly()) {
      var diff = bench.archive().diff(call.run(words.getFirst()), call.run(words.getLast()));
      switch (call.view()) {
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

  private static void print(Call call, RunDiff diff) {
    var out = call.out();
    out.line("- " + heading(diff.left()));
    out.line("+ " + heading(diff.right()));
    out.line(parting(diff));
    for (var difference : diff.differences()) {
      var turn = difference.turn() == 0 ? "" : "turn %d, ".formatted(difference.turn());
      out.line(call.look().bold(turn + difference.what()));
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
            Wording.count(run.turns().size(), "turn"));
  }

  private static String parting(RunDiff diff) {
    var turn = diff.partsAtTurn();
    if (turn.isPresent()) {
      return "They part in turn " + turn.getAsInt() + ".";
    }
    return diff.differences().isEmpty()
        ? "They are the same."
        : "They said and did the same in every turn.";
  }

  private static void side(Call call, String sign, String text) {
    if (!text.isEmpty()) {
      Look look = call.look();
      out(call, sign, Wording.brief(text, look.width() - MARGIN, look.signs()));
    }
  }

  private static void out(Call call, String sign, String line) {
    var marked = "  " + sign + " " + line;
    call.out().line(sign.equals("-") ? call.look().red(marked) : call.look().green(marked));
  }
}
