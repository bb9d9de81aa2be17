package dev.drover.cli.question;

import dev.drover.Approvals;
import dev.drover.cli.output.ApprovalQuestion;
import dev.drover.cli.output.ApprovalQuestionView;
import dev.drover.cli.output.ConsolePrinter;
import dev.drover.cli.output.StyledText;
import dev.drover.cli.output.TerminalStyle;

/// A question about a call: yes, no, or view it first.
final class ApprovalDialog implements QuestionDialog {
  private final ApprovalQuestion question;
  private final ConsolePrinter out;
  private final TerminalStyle style;
  private final Approvals approvals;
  private final String person;

  ApprovalDialog(
      ApprovalQuestion question,
      ConsolePrinter out,
      TerminalStyle style,
      Approvals approvals,
      String person) {
    this.question = question;
    this.out = out;
    this.style = style;
    this.approvals = approvals;
    this.person = person;
  }

  @Override
  public StyledText prompt() {
    return TypedAnswer.prompt(style);
  }

  @Override
  public boolean takesEmptyLine() {
    return false;
  }

  @Override
  public boolean take(String line) {
    if (TypedAnswer.isView(line)) {
      new ApprovalQuestionView(out, style).whole(question);
      return false;
    }
    var answer = TypedAnswer.read(line);
    if (answer.isEmpty()) {
      out.line("  ", style.dim(TypedAnswer.HINT));
      return false;
    }
    var word = TypedAnswer.word(approvals.answer(question.id(), answer.get(), person));
    if (!word.isEmpty()) {
      out.line("  ", style.dim(word));
    }
    return true;
  }
}
