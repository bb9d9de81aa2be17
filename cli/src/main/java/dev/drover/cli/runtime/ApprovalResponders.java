package dev.drover.cli.runtime;

import dev.drover.Drover;
import dev.drover.cli.config.ApprovalMode;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.KeyboardInput;
import dev.drover.cli.output.ConsolePrinter;
import dev.drover.cli.output.TerminalStyle;
import dev.drover.cli.question.QuestionDialogs;
import dev.drover.kernel.message.ApprovalAnswer;

/// Selects the responder.
public final class ApprovalResponders {
  private ApprovalResponders() {}

  /// @param out where a person would be asked
  public static ApprovalResponder of(
      ApprovalMode approve,
      CliEnvironment host,
      ConsolePrinter out,
      TerminalStyle style,
      Drover drover) {
    return switch (approve) {
      case ASK ->
          host.terminal().isInteractive()
              ? new TerminalResponder(
                  KeyboardInput.of(host.streams().in()),
                  new QuestionDialogs(out, style, drover, host.user()))
              : new NoResponder();
      case AUTO ->
          new FixedResponder(
              drover, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "--approve auto");
      case DENY ->
          new FixedResponder(
              drover,
              new ApprovalAnswer.No("nobody may say yes here", ApprovalAnswer.OnDenial.GO_ON),
              "--approve deny");
    };
  }

  /// For programs that read the output, which must not contain a question to a person.
  public static ApprovalResponder withoutTerminal(
      ApprovalMode approve, CliEnvironment host, Drover drover) {
    return switch (approve) {
      case ASK -> new NoResponder();
      case AUTO, DENY ->
          of(approve, host, ConsolePrinter.err(host), TerminalStyle.of(host), drover);
    };
  }
}
