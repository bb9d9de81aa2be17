package dev.drover.cli.screen;

import dev.drover.kernel.Event;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.runtime.watch.Notice;
import java.util.List;
import java.util.function.Function;

/// The answer, and nothing before it. A run that ended at a limit has a last word too.
public final class QuietScreen implements Screen {
  private final Printer out;
  private final Function<Text, String> texts;

  public QuietScreen(Printer out, Function<Text, String> texts) {
    this.out = out;
    this.texts = texts;
  }

  @Override
  public void see(SessionId session, Notice notice) {
    if (notice instanceof Notice.Happened happened
        && happened.event() instanceof Event.RunFinished(_, var outcome, _)) {
      var answer =
          switch (outcome) {
            case RunOutcome.Completed(var text, _) -> texts.apply(text);
            case RunOutcome.HandedOff(_, _, var text) -> texts.apply(text);
            case RunOutcome.Failed(_, var text) -> texts.apply(text);
            case RunOutcome.Cancelled _ -> "";
          };
      if (!answer.isEmpty()) {
        out.line(Wording.seen(answer).stripTrailing());
      }
    }
  }

  @Override
  public void catchUp(List<PlannedCall> calls, List<Question> open) {
    // The answer is still to come.
  }

  @Override
  public void asked(Question question) {
    // The answer is still to come.
  }

  @Override
  public void say(String line) {
    // Only the answer belongs here.
  }
}
