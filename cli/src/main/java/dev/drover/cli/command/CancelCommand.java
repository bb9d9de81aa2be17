package dev.drover.cli.command;

import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.output.StyledText;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.kernel.value.RunId;
import dev.drover.problem.NotFound.SessionNotFound;

/// Cancels a run, whether or not a process drives it.
public final class CancelCommand implements CliCommand {
  public CancelCommand() {}

  @Override
  public String name() {
    return "cancel";
  }

  @Override
  public String summary() {
    return "cancels a run, whichever process drives it";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.Words.one("SESSION|RUN"));
  }

  @Override
  public ExitCode run(CliInvocation call) {
    try (var runtime = call.openExisting()) {
      var target = call.ids(runtime).sessionOrRun(call.arguments().word());
      var run = going(runtime, target);
      boolean done =
          runtime
              .drover()
              .cancel(target.session(), run, call.environment().user(), "drover cancel");
      var snapshot = runtime.queries().run(run).orElseThrow();
      if (!done && snapshot.status().isTerminal()) {
        throw nothing(target);
      }
      switch (call.outputFormat()) {
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
                            call.style().green(call.style().signs().good()), " cancelled " + run)
                        : "The process that drives "
                            + run
                            + " has been notified, but has not answered yet.");
        case QUIET -> {}
      }
      return ExitCode.COMPLETED;
    }
  }

  /// A session stands for its current run.
  private static RunId going(CliRuntime runtime, SessionOrRun target) {
    if (target.run() != null) {
      return target.run();
    }
    var running =
        runtime
            .queries()
            .session(target.session())
            .orElseThrow(() -> new SessionNotFound(target.session()))
            .running();
    if (running == null) {
      throw nothing(target);
    }
    return running;
  }

  private static CliRefusal nothing(SessionOrRun target) {
    return CliRefusal.failed(
        "nothing_to_cancel",
        target.run() == null
            ? "no run is going in session " + target.session()
            : "run " + target.run() + " is over",
        "List its runs with 'drover runs " + target.session() + "'.");
  }
}
