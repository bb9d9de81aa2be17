package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.work.StoreGuard;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Fork;

/// Makes a session that goes on from a place in another one.
public final class ForkCommand implements Command {
  private static final Option AT =
      new Option("--at", "N", "behind event N, not behind the last one");

  public ForkCommand() {}

  @Override
  public String name() {
    return "fork";
  }

  @Override
  public String summary() {
    return "makes a session that goes on from a place in another one";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(Syntax.Words.one("SESSION"), AT);
  }

  @Override
  public ExitCode run(Call call) {
    var source = call.session(call.arguments().word());
    StoreGuard.requireOwn(call.settings());
    try (var bench = call.existing()) {
      var place = place(call).by(call.host().user());
      var fork = bench.drover().fork(source, place);
      long at = bench.archive().origin(fork).orElseThrow().at();
      print(call, fork, source, at);
    }
    return ExitCode.COMPLETED;
  }

  private static Fork place(Call call) {
    var typed = call.arguments().value(AT);
    if (typed == null) {
      return Fork.here();
    }
    if (!typed.matches("[1-9][0-9]{0,17}")) {
      throw Refusal.usage(
          "value_invalid",
          "--at: '%s' is not the number of an event".formatted(typed),
          "Give an event's number.");
    }
    return Fork.at(Long.parseLong(typed));
  }

  private static void print(Call call, SessionId fork, SessionId source, long at) {
    switch (call.view()) {
      case JSON ->
          call.out()
              .json(new JsonLine().with("session", fork).with("source", source).with("at", at));
      case READABLE, QUIET -> call.out().line(fork.value());
    }
  }
}
