package dev.drover.internal.publish;

import dev.drover.internal.inbox.SessionMessages;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.machine.Decision.Commit;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionOrigin;
import java.util.Objects;

/// Makes parents and children of a session read their inboxes, after messages were sent to them in
/// an append. Belongs to the session's writer.
public record TaskWakeups(SessionMessages messages) {
  /// An append may have happened without an acknowledgement, including messages to other sessions:
  /// all of them read their inboxes.
  public void wakeAll(SessionState known) {
    if (known.profile().origin() instanceof SessionOrigin.Delegated above) {
      messages.submit(above.parent(), new WriterMessage.CheckInbox());
    }
    known
        .records()
        .tasks()
        .forEach(task -> messages.submit(task.child(), new WriterMessage.CheckInbox()));
  }

  /// The receivers of messages read their inboxes.
  void wake(SessionState before, Commit commit) {
    var entries = commit.entries();
    for (int i = 0; i < entries.size(); i++) {
      var event = entries.get(i).event();
      if (event instanceof Event.RunFinished finished
          && before.profile().origin() instanceof SessionOrigin.Delegated above
          && finished
              .run()
              .equals(RunId.firstOf(Objects.requireNonNull(before.profile().session())))) {
        messages.submit(above.parent(), new WriterMessage.CheckInbox());
      }
      if (event instanceof Event.TaskEnded(var child, TaskStatus status, _)
          && status == TaskStatus.CANCELLED) {
        messages.submit(child, new WriterMessage.CheckInbox());
      }
    }
  }
}
