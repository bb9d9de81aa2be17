package dev.drover.internal.commit;

import dev.drover.internal.inbox.InboxItemCodec;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.machine.Decision.Commit;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.machine.TaskOutcome;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Inbox.InputId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Messages from a session to its parent and its children, in the same append as their cause: a
/// child reports the end of its task, a parent reports that it no longer waits.
///
/// Belongs to the session's writer.
///
/// Events are accessed by index, here and in [Projector] and [SuccessorCommit]: this happens in
/// each step of each run, and an iterator would cost more than the work.
public record TaskMessages(InboxItemCodec items, EventTexts texts) {
  List<Catalog.Change> of(SessionState before, Commit commit) {
    List<Catalog.Change> sent = List.of();
    var entries = commit.entries();
    for (int i = 0; i < entries.size(); i++) {
      var message = message(before, commit.next(), entries.get(i).event());
      if (message != null) {
        sent = sent.isEmpty() ? new ArrayList<>(1) : sent;
        sent.add(message);
      }
    }
    return sent;
  }

  private Catalog.@Nullable Change message(SessionState before, SessionState after, Event event) {
    if (event instanceof Event.RunFinished finished
        && before.profile().origin() instanceof SessionOrigin.Delegated above) {
      var child = Objects.requireNonNull(before.profile().session());
      return finished.run().equals(RunId.firstOf(child))
          ? sent(above.parent(), "end " + child, ended(child, above, finished, after))
          : null;
    }
    return event instanceof Event.TaskEnded(var child, TaskStatus status, _)
            && status == TaskStatus.CANCELLED
        ? sent(child, "nobody waits", cancel(before, child))
        : null;
  }

  private static Input cancel(SessionState before, SessionId child) {
    return new Input.CancelRequested(
        RunId.firstOf(child),
        String.valueOf(before.profile().session()),
        "nobody waits",
        Text.EMPTY);
  }

  private Input ended(
      SessionId child,
      SessionOrigin.Delegated above,
      Event.RunFinished finished,
      SessionState after) {
    var status = TaskStatus.of(finished.outcome());
    var text =
        switch (finished.outcome()) {
          case RunOutcome.Completed(var words, _, var ending) -> marked(words, ending);
          case RunOutcome.HandedOff(_, _, var words) -> words;
          case RunOutcome.Failed(var failure, _) -> texts.of(failure.problem().detail());
          case RunOutcome.Cancelled(var by, var why) ->
              texts.of("the task was cancelled by %s: %s".formatted(by, why));
        };
    var note = above.mode() == TaskMode.BACKGROUND ? note(child, status, text) : Text.EMPTY;
    return new Input.TaskFinished(
        child,
        new TaskOutcome(status, text, after.totals().usage(), note, after.profile().labels()));
  }

  /// The reader of another session's answer must see that it is incomplete or refused.
  private Text marked(Text words, AnswerEnding ending) {
    return ending == AnswerEnding.WHOLE ? words : texts.of(ending.withNotice(texts.read(words)));
  }

  private Text note(SessionId child, TaskStatus status, Text text) {
    var words = texts.read(text);
    return texts.of(
        "The task %s that you gave away has ended: %s.\n\n%s"
            .formatted(child, status.name().toLowerCase(Locale.ROOT), words));
  }

  private Catalog.Change sent(SessionId to, String id, Input input) {
    return new Catalog.Change.MessageSent(items.encode(to, new InputId(id), input));
  }
}
