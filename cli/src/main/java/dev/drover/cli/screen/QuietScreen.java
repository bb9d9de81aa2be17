package dev.drover.cli.screen;

import dev.drover.kernel.Event;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.runtime.watch.Notice;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The answer, and nothing before it but what a person has to answer. A run that ended at a limit
/// has a last word too.
public final class QuietScreen implements Screen {
  private final Printer out;
  private final Function<Text, String> texts;
  private final @Nullable CallView questions;

  /// @param look how questions look, if a person is there to answer them
  public QuietScreen(Printer out, Function<Text, String> texts, @Nullable Look look) {
    this.out = out;
    this.texts = texts;
    this.questions = look == null ? null : new CallView(out, look, texts);
  }

  @Override
  public void see(SessionId session, Notice notice) {
    if (questions != null
        && notice instanceof Notice.Happened happened
        && happened.event() instanceof Event.ApprovalRequested asked) {
      questions.asked(Question.of(session, asked));
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
  public void catchUp(List<PlannedCall> calls, List<Question> open) {
    open.forEach(this::asked);
  }

  @Override
  public void asked(Question question) {
    if (questions != null) {
      questions.askedElsewhere(question);
    }
  }

  @Override
  public void say(StyledText line) {
    // Only the answer belongs here.
  }
}
