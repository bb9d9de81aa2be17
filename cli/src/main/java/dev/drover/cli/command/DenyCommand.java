package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.kernel.Answer;
import dev.drover.kernel.Answer.Then;

/// Says no.
public final class DenyCommand implements Command {
  private static final Option REASON = new Option("--reason", "TEXT", "why; the model reads it");
  private static final Option STOP = new Option("--stop", "", "cancel the run as well");

  public DenyCommand() {}

  @Override
  public String name() {
    return "deny";
  }

  @Override
  public String summary() {
    return "says no to a question";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(Syntax.Words.one("ID"), REASON, STOP);
  }

  @Override
  public ExitCode run(Call call) {
    var reason = call.arguments().value(REASON);
    var then = call.arguments().has(STOP) ? Then.STOP : Then.GO_ON;
    return Answers.give(call, new Answer.No(reason == null ? "" : reason, then));
  }
}
