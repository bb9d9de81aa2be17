package dev.drover.cli.output;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Usage;
import dev.drover.watch.Notice;
import java.util.List;
import java.util.function.Consumer;

/// A display that also reports the session's usage as soon as a reply is durable.
public final class UsageRunDisplay implements RunDisplay {
  private final RunDisplay screen;
  private final Consumer<Usage> counter;
  private Usage total;

  /// @param before usage before this display was created
  public UsageRunDisplay(RunDisplay screen, Usage before, Consumer<Usage> counter) {
    this.screen = screen;
    this.total = before;
    this.counter = counter;
  }

  @Override
  public void show(SessionId session, Notice notice) {
    screen.show(session, notice);
    if (notice instanceof Notice.Happened happened
        && happened.event() instanceof Event.ModelReplied(_, _, var reply)) {
      total = total.plus(reply.usage());
      counter.accept(total);
    }
  }

  @Override
  public void showPending(List<PlannedCall> calls, List<ApprovalQuestion> open) {
    screen.showPending(calls, open);
  }

  @Override
  public void showQuestion(ApprovalQuestion question) {
    screen.showQuestion(question);
  }

  @Override
  public void showLine(StyledText line) {
    screen.showLine(line);
  }
}
