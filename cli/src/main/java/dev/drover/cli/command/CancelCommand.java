package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.screen.StyledText;
import dev.drover.cli.work.Bench;
import dev.drover.kernel.RunId;
import dev.drover.runtime.problem.SessionNotFound;

/// Ends a run, whichever process drives it, or nobody.
public final class CancelCommand implements Command {
  public CancelCommand() {}

  @Override
  public String name() {
    return "cancel";
  }

  @Override
  public String summary() {
    return "ends a run, whoever drives it";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(Syntax.Words.one("SESSION|RUN"));
  }

  @Override
  public ExitCode run(Call call) {
    try (var bench = call.existing()) {
      var target = Target.of(call, bench);
      var run = going(bench, target);
      boolean done =
          bench.drover().cancel(target.session(), run, call.host().user(), "drover cancel");
      var snapshot = bench.archive().run(run).orElseThrow();
      if (!done && snapshot.status().isTerminal()) {
        throw nothing(target);
      }
      switch (call.view()) {
        case JSON ->
            call.out()
                .json(
                    new JsonLine()
                        .with("session", target.session())
                        .with("run", run)
                        .with("cancelled", done));
        case READABLE ->
            call.out()
                .line(
                    done
                        ? StyledText.of(
                            call.look().green(call.look().signs().good()), " cancelled " + run)
                        : "The process that drives "
                            + run
                            + " has been told, and not answered yet.");
        case QUIET -> {}
      }
      return ExitCode.COMPLETED;
    }
  }

  /// A session stands for the run that is going in it.
  private static RunId going(Bench bench, Target target) {
    if (target.run() != null) {
      return target.run();
    }
    var running =
        bench
            .archive()
            .session(target.session())
            .orElseThrow(() -> new SessionNotFound(target.session()))
            .running();
    if (running == null) {
      throw nothing(target);
    }
    return running;
  }

  private static Refusal nothing(Target target) {
    return Refusal.failed(
        "nothing_to_cancel",
        target.run() == null
            ? "no run is going in session " + target.session()
            : "run " + target.run() + " is over",
        "List its runs with 'drover runs " + target.session() + "'.");
  }
}
