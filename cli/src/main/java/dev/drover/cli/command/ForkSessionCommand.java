package dev.drover.cli.command;

import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.runtime.ForeignStoreCheck;
import dev.drover.kernel.value.SessionId;
import dev.drover.session.ForkPoint;

/// Creates a session that continues from a position in another one.
public final class ForkSessionCommand implements CliCommand {
  private static final CommandOption AT =
      new CommandOption("--at", "N", "after event N instead of the last one");

  public ForkSessionCommand() {}

  @Override
  public String name() {
    return "fork";
  }

  @Override
  public String summary() {
    return "creates a session that continues from an event of another one";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.Words.one("SESSION"), AT);
  }

  @Override
  public ExitCode run(CliInvocation call) {
    ForeignStoreCheck.requireOwn(call.loadSettings());
    try (var runtime = call.openExisting()) {
      var source = call.ids(runtime).session(call.arguments().word());
      var place = place(call).by(call.environment().user());
      var fork = runtime.drover().fork(source, place);
      long at = runtime.queries().origin(fork).orElseThrow().at();
      print(call, fork, source, at);
    }
    return ExitCode.COMPLETED;
  }

  private static ForkPoint place(CliInvocation call) {
    var typed = call.arguments().value(AT);
    if (typed == null) {
      return ForkPoint.here();
    }
    if (!typed.matches("[1-9][0-9]{0,17}")) {
      throw CliRefusal.usage(
          "value_invalid",
          "--at: '%s' is not the number of an event".formatted(typed),
          "Give an event's number.");
    }
    return ForkPoint.at(Long.parseLong(typed));
  }

  private static void print(CliInvocation call, SessionId fork, SessionId source, long at) {
    switch (call.outputFormat()) {
      case JSON ->
          call.out()
              .json(new JsonLine().with("session", fork).with("source", source).with("at", at));
      case READABLE, QUIET -> call.out().line(fork.value());
    }
  }
}
