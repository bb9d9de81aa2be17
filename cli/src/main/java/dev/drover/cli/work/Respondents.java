package dev.drover.cli.work;

import dev.drover.cli.config.Approve;
import dev.drover.cli.host.Host;
import dev.drover.cli.host.Keyboard;
import dev.drover.cli.screen.Look;
import dev.drover.cli.screen.Printer;
import dev.drover.kernel.Answer;
import dev.drover.runtime.Approvals;

/// Finds out who answers.
public final class Respondents {
  private Respondents() {}

  /// @param out where a person would be asked
  public static Respondent of(
      Approve approve, Host host, Printer out, Look look, Approvals approvals) {
    return switch (approve) {
      case ASK ->
          host.terminal().asks()
              ? new Person(Keyboard.of(host.streams().in()), out, look, approvals, host.user())
              : new Nobody();
      case AUTO -> new Automaton(approvals, new Answer.Yes(Answer.Scope.ONCE), "--approve auto");
      case DENY ->
          new Automaton(
              approvals,
              new Answer.No("nobody may say yes here", Answer.Then.GO_ON),
              "--approve deny");
    };
  }

  /// For programs that read the output: a question to a person has no place in it.
  public static Respondent withoutTerminal(Approve approve, Host host, Approvals approvals) {
    return switch (approve) {
      case ASK -> new Nobody();
      case AUTO, DENY -> of(approve, host, Printer.err(host), Look.of(host), approvals);
    };
  }
}
