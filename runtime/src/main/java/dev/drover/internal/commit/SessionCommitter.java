package dev.drover.internal.commit;

import dev.drover.internal.dispatch.DueEffects;
import dev.drover.internal.inbox.IgnoredInputs;
import dev.drover.internal.inbox.SessionMessages;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.publish.CommitPublisher;
import dev.drover.internal.state.KnownState;
import dev.drover.kernel.machine.Decision;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.SessionMachine;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.time.Time;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Commits inputs to one session: decides, appends, folds, publishes, and starts due effects.
/// Belongs to the session's writer, which knows whether this process may write.
public record SessionCommitter(
    KnownState state,
    Time time,
    InputPreparation redaction,
    JournalAppender appender,
    IgnoredInputs ignored,
    CommitPublisher publisher,
    DueEffects dispatch,
    SessionMessages messages) {
  public SessionId session() {
    return state.session();
  }

  /// Decides about an input, makes the decision durable, and starts due effects.
  ///
  /// @param consumed the id of its inbox item, if it came from the inbox
  public WriterReply commit(Input given, @Nullable InputId consumed) {
    var input = redaction.redacted(given);
    var before = state.requireLoaded();
    return switch (SessionMachine.decide(before, input, time.now())) {
      case Decision.Ignore(var why, var detail) -> {
        appender.requireUpToDate(before);
        ignored.ignored(session(), input, consumed, detail);
        yield new WriterReply.Ignored(why, detail);
      }
      case Decision.Commit commit -> {
        state.hideFromReaders();
        var written = appender.write(before, commit, consumed);
        state.hold(commit.next());
        boolean isOver = publisher.publish(before, commit, written.lines());
        dispatch.dispatchDue();
        publisher.finish(before, commit, isOver);
        if (written.successor() != null) {
          begin(written.successor());
        }
        yield new WriterReply.Committed(commit.next());
      }
    };
  }

  /// Commits what an effect reports before it ends.
  ///
  /// @param isExpected whether this process still waits for the effect
  public WriterReply noted(Input note, boolean isExpected) {
    return isExpected ? commit(note, null) : stale();
  }

  /// This process was suspended for longer than its lease, and others may have considered it dead.
  ///
  /// @param isExpected whether this process still waits for the effect
  /// @throws dev.drover.spi.store.WriteRefused.AppendConflict if another process has appended
  public WriterReply regained(boolean isExpected) {
    if (!isExpected) {
      return stale();
    }
    appender.requireUpToDate(state.requireLoaded());
    return new WriterReply.Committed(state.requireLoaded());
  }

  private static WriterReply stale() {
    return new WriterReply.Ignored(Why.STALE, "nobody waits for it any more");
  }

  /// The successor is durable, and this process drives it.
  private void begin(SessionState successor) {
    var next = Objects.requireNonNull(successor.profile().session());
    messages.submit(next, new WriterMessage.SuccessorBegun(successor));
  }

  /// Whether the journal has no events beyond those this process knows. If so, the known state is
  /// published again.
  public boolean reconcileWithJournal() {
    var now = state.currentState();
    if (now == null) {
      return false;
    }
    try {
      boolean agrees = appender.isLast(now.position().seq());
      if (agrees) {
        state.hold(now);
      }
      return agrees;
    } catch (PortException unreadable) {
      return false;
    }
  }
}
