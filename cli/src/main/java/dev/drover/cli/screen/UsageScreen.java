package dev.drover.cli.screen;

import dev.drover.kernel.Event;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Usage;
import dev.drover.runtime.watch.Notice;
import java.util.List;
import java.util.function.Consumer;

/// Another screen, with somebody beside it who is told what the session has used, as soon as a
/// reply is durable.
public final class UsageScreen implements Screen {
  private final Screen screen;
  private final Consumer<Usage> counter;
  private Usage total;

  /// @param before what was used before this screen saw anything
  public UsageScreen(Screen screen, Usage before, Consumer<Usage> counter) {
    this.screen = screen;
    this.total = before;
    this.counter = counter;
  }

  @Override
  public void see(SessionId session, Notice notice) {
    screen.see(session, notice);
    if (notice instanceof Notice.Happened happened
        && happened.event() instanceof Event.ModelReplied(_, _, var reply)) {
      total = total.plus(reply.usage());
      counter.accept(total);
    }
  }

  @Override
  public void catchUp(List<PlannedCall> calls, List<Question> open) {
    screen.catchUp(calls, open);
  }

  @Override
  public void asked(Question question) {
    screen.asked(question);
  }

  @Override
  public void say(StyledText line) {
    screen.say(line);
  }
}
