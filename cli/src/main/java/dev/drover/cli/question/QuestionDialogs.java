package dev.drover.cli.question;

import dev.drover.Drover;
import dev.drover.cli.output.ApprovalQuestion;
import dev.drover.cli.output.ConsolePrinter;
import dev.drover.cli.output.TerminalStyle;

/// Opens the dialog that fits a question.
///
/// @param person who answers, as recorded
public record QuestionDialogs(
    ConsolePrinter out, TerminalStyle style, Drover drover, String person) {
  public QuestionDialog open(ApprovalQuestion question) {
    var asked = question.toolQuestion();
    return asked == null
        ? new ApprovalDialog(question, out, style, drover.approvals(), person)
        : new FormDialog(asked, out, style, drover.questions(), person);
  }
}
