package dev.drover.cli.question;

import dev.drover.cli.form.AnswerForm;
import dev.drover.cli.form.FormField;
import dev.drover.cli.form.FormField.Reading;
import dev.drover.cli.output.ConsolePrinter;
import dev.drover.cli.output.DisplayFormats;
import dev.drover.cli.output.StyledText;
import dev.drover.cli.output.TerminalStyle;
import dev.drover.kernel.message.ToolQuestion.Form;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.Text;
import dev.drover.problem.AnswerMissing.AnswerMismatch;
import dev.drover.tool.ToolQuestions;
import dev.drover.tool.ToolQuestions.OpenQuestion;
import dev.drover.tool.ToolQuestions.Receipt;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A question of a tool. Fields are asked one by one and sent only after the person has seen them
/// together, because they leave the machine. To decline is an answer; to cancel is none.
final class FormDialog implements QuestionDialog {
  private static final String COMMANDS = "/back, /no and /cancel work at each field";

  private final OpenQuestion question;
  private final ConsolePrinter out;
  private final TerminalStyle style;
  private final ToolQuestions questions;
  private final String person;
  private final AnswerForm form;
  private final Map<String, JsonNode> values = new LinkedHashMap<>();

  /// The field that is asked for; -1 before the first, and the number of fields after the last.
  private int at = -1;

  FormDialog(
      OpenQuestion question,
      ConsolePrinter out,
      TerminalStyle style,
      ToolQuestions questions,
      String person) {
    this.question = question;
    this.out = out;
    this.style = style;
    this.questions = questions;
    this.person = person;
    this.form = AnswerForm.of(question.schema());
  }

  @Override
  public StyledText prompt() {
    if (isAtField()) {
      return StyledText.of(
          style.yellow("?"),
          " ",
          brief(field().title()),
          " ",
          style.dim("(%s)".formatted(brief(field().describe()))),
          style.yellow(" > "));
    }
    return StyledText.of(style.yellow("?"), " " + choices(), style.yellow(" > "));
  }

  private String choices() {
    return switch (question.form()) {
      case Form.Confirm _ -> "[y]es  [n]o  [c]ancel";
      case Form.Visit _ -> "visit it yourself, then [y] done  [n]o  [c]ancel";
      case Form.Fields _ ->
          at < 0 ? "[y] fill it in  [n]o  [c]ancel" : "[y] send  [r]etype  [n]o  [c]ancel";
    };
  }

  /// On one line, whatever the tool has written.
  private String brief(String text) {
    return DisplayFormats.brief(text, style.width() / 2, style.signs());
  }

  private boolean isAtField() {
    return at >= 0 && at < form.fields().size();
  }

  private FormField field() {
    return form.fields().get(at);
  }

  @Override
  public boolean takesEmptyLine() {
    return isAtField();
  }

  @Override
  public boolean take(String line) {
    return isAtField() ? takeValue(line) : takeChoice(line);
  }

  private boolean takeChoice(String line) {
    switch (line) {
      case "n", "no" -> {
        return send(new QuestionAnswer.Declined());
      }
      case "c", "cancel" -> {
        return send(new QuestionAnswer.Dismissed());
      }
      case "y", "yes" -> {
        if (!(question.form() instanceof Form.Fields)) {
          return send(new QuestionAnswer.Accepted(Text.EMPTY));
        }
        if (at >= 0) {
          return send(new QuestionAnswer.Accepted(Text.of(answer())));
        }
        out.line("  ", style.dim(COMMANDS));
        goTo(0);
        return false;
      }
      case "r", "retype" -> {
        if (at >= 0) {
          goTo(0);
          return false;
        }
      }
      default -> {}
    }
    out.line("  ", style.dim(choices() + "; no and cancel are told apart by the tool"));
    return false;
  }

  private boolean takeValue(String line) {
    switch (line) {
      case "/no" -> {
        return send(new QuestionAnswer.Declined());
      }
      case "/cancel" -> {
        return send(new QuestionAnswer.Dismissed());
      }
      case "/back" -> goTo(Math.max(0, at - 1));
      default -> {
        switch (field().read(line)) {
          case Reading.Value(var value) -> {
            values.put(field().name(), value);
            goTo(at + 1);
          }
          case Reading.Nothing _ -> {
            values.remove(field().name());
            goTo(at + 1);
          }
          case Reading.Wrong(var why) -> out.line("  ", style.yellow(DisplayFormats.visible(why)));
        }
      }
    }
    return false;
  }

  private void goTo(int next) {
    at = next;
    if (isAtField()) {
      var choices = field().describeChoices();
      if (!choices.isEmpty()) {
        out.line("  ", style.dim(DisplayFormats.visible(choices)));
      }
      return;
    }
    out.line("  ", style.dim("this will be sent to the tool:"));
    out.line("    ", DisplayFormats.visible(answer()));
  }

  private String answer() {
    var answer = AnswerForm.emptyAnswer();
    for (var field : form.fields()) {
      Optional.ofNullable(values.get(field.name()))
          .ifPresent(value -> answer.set(field.name(), value));
    }
    return answer.toString();
  }

  /// @return whether the dialog is over
  private boolean send(QuestionAnswer answer) {
    try {
      var receipt = questions.answer(question.id(), question.round(), answer, person);
      var word = word(receipt);
      if (!word.isEmpty()) {
        out.line("  ", style.dim(word));
      }
      return true;
    } catch (AnswerMismatch misfit) {
      out.line("  ", style.yellow(DisplayFormats.visible(misfit.problem().detail())));
      goTo(0);
      return false;
    }
  }

  /// The notice about an answer that had another effect than intended; may be empty.
  private static String word(Receipt receipt) {
    return switch (receipt) {
      case NOT_ALLOWED -> "others were named to answer this; the run waits for them";
      case TOO_LATE -> "the time for an answer was over";
      case ANSWERED_BEFORE -> "it was answered before; your answer changes nothing";
      case NOT_OPEN -> "it is no longer asked; your answer changes nothing";
      case COUNTED, LEFT_IN_INBOX -> "";
    };
  }
}
