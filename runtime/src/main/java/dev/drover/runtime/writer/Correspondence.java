package dev.drover.runtime.writer;

import dev.drover.kernel.AnswerEnding;
import dev.drover.kernel.Decision.Commit;
import dev.drover.kernel.Event;
import dev.drover.kernel.Input;
import dev.drover.kernel.Origin;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.TaskEnd;
import dev.drover.kernel.TaskMode;
import dev.drover.kernel.TaskStatus;
import dev.drover.kernel.Text;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.InputId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a session says to the one above it and to those below, in the same append as what it is
/// about: a child that its task is over, a parent that it no longer waits.
///
/// Belongs to the session's writer.
///
/// Events are looked at by their places, here and in [Projector] and [Continuation]: this happens
/// in each step of each run, and an iterator for each look would weigh more than what is looked at.
record Correspondence(Engine engine) {
  /// The run in which a child does what it was given to do.
  static RunId taskRun(SessionId child) {
    return new RunId(child.value());
  }

  List<Change> of(SessionState before, Commit commit) {
    List<Change> sent = List.of();
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

  private @Nullable Change message(SessionState before, SessionState after, Event event) {
    if (event instanceof Event.RunFinished finished
        && before.profile().origin() instanceof Origin.Delegated above) {
      var child = Objects.requireNonNull(before.profile().session());
      return finished.run().equals(taskRun(child))
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
        taskRun(child), String.valueOf(before.profile().session()), "nobody waits", Text.EMPTY);
  }

  private Input ended(
      SessionId child, Origin.Delegated above, Event.RunFinished finished, SessionState after) {
    var status = TaskStatus.of(finished.outcome());
    var text =
        switch (finished.outcome()) {
          case RunOutcome.Completed(var words, _, var ending) -> marked(words, ending);
          case RunOutcome.HandedOff(_, _, var words) -> words;
          case RunOutcome.Failed(var failure, _) -> engine.texts().of(failure.problem().detail());
          case RunOutcome.Cancelled(var by, var why) ->
              engine.texts().of("the task was cancelled by %s: %s".formatted(by, why));
        };
    var note = above.mode() == TaskMode.BACKGROUND ? note(child, status, text) : Text.EMPTY;
    return new Input.TaskFinished(
        child, new TaskEnd(status, text, after.totals().usage(), note, after.profile().labels()));
  }

  /// Whoever reads the answer of another must see that there is more, or nothing, to it.
  private Text marked(Text words, AnswerEnding ending) {
    return ending == AnswerEnding.WHOLE
        ? words
        : engine.texts().of(ending.marked(engine.texts().read(words)));
  }

  private Text note(SessionId child, TaskStatus status, Text text) {
    var words = engine.texts().read(text);
    return engine
        .texts()
        .of(
            "The task %s that you gave away has ended: %s.\n\n%s"
                .formatted(child, status.name().toLowerCase(Locale.ROOT), words));
  }

  private Change sent(SessionId to, String id, Input input) {
    var body = Bytes.of(engine.inputs().encode(engine.redactions().of(input)));
    return new Change.MessageSent(new Inbox.Item(to, new InputId(id), body, engine.time().now()));
  }

  /// Something may have been written and not heard of, words to others with it: all around look
  /// into their inboxes.
  void wakeAll(SessionState known) {
    if (known.profile().origin() instanceof Origin.Delegated above) {
      engine.tell(above.parent(), new Letter.Look());
    }
    known.annals().tasks().forEach(task -> engine.tell(task.child(), new Letter.Look()));
  }

  /// Those who were told something look into their inboxes.
  void wake(SessionState before, Commit commit) {
    var entries = commit.entries();
    for (int i = 0; i < entries.size(); i++) {
      var event = entries.get(i).event();
      if (event instanceof Event.RunFinished finished
          && before.profile().origin() instanceof Origin.Delegated above
          && finished.run().value().equals(String.valueOf(before.profile().session()))) {
        engine.tell(above.parent(), new Letter.Look());
      }
      if (event instanceof Event.TaskEnded(var child, TaskStatus status, _)
          && status == TaskStatus.CANCELLED) {
        engine.tell(child, new Letter.Look());
      }
    }
  }
}
