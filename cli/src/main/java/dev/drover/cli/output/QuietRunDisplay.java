package dev.drover.cli.output;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.ToolQuestion.Form;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.watch.Notice;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Shows only the answer, and questions that a person has to answer. A run that ended at a limit
/// also has a last text.
public final class QuietRunDisplay implements RunDisplay {
  private final ConsolePrinter out;
  private final Function<Text, String> texts;
  private final @Nullable ToolCallView questions;

  /// @param style the style of questions, if a person is there to answer them
  public QuietRunDisplay(
      ConsolePrinter out, Function<Text, String> texts, @Nullable TerminalStyle style) {
    this.out = out;
    this.texts = texts;
    this.questions = style == null ? null : new ToolCallView(out, style, texts);
  }

  @Override
  public void show(SessionId session, Notice notice) {
    if (questions != null
        && notice instanceof Notice.Happened happened
        && happened.event() instanceof Event.ApprovalRequested asked) {
      questions.asked(ApprovalQuestion.of(session, asked));
    }
    if (questions != null
        && notice instanceof Notice.Happened happened
        && happened.event() instanceof Event.QuestionAsked asked) {
      var form = asked.question().form();
      questions.askedByTool(
          asked.effect(),
          texts.apply(asked.question().text()),
          form,
          form instanceof Form.Fields(var schema) ? texts.apply(schema) : "");
    }
    if (notice instanceof Notice.Happened happened
        && happened.event() instanceof Event.RunFinished(_, var outcome, _)) {
      var answer =
          switch (outcome) {
            case RunOutcome.Completed(var text, _, _) -> texts.apply(text);
            case RunOutcome.HandedOff(_, _, var text) -> texts.apply(text);
            case RunOutcome.Failed(_, var text) -> texts.apply(text);
            case RunOutcome.Cancelled _ -> "";
          };
      if (!answer.isEmpty()) {
        answer.stripTrailing().lines().forEach(line -> out.line(StyledText.prose(line)));
      }
    }
  }

  @Override
  public void showPending(List<PlannedCall> calls, List<ApprovalQuestion> open) {
    open.forEach(this::showQuestion);
  }

  @Override
  public void showQuestion(ApprovalQuestion question) {
    if (questions != null) {
      questions.askedElsewhere(question);
    }
  }

  @Override
  public void showLine(StyledText line) {
    // Only the answer is shown.
  }
}
