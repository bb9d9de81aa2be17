package dev.drover.internal.publish;

import dev.drover.internal.inbox.LoadedSessions;
import dev.drover.internal.retention.JournalTrimmer;
import dev.drover.internal.state.OwnedRuns;
import dev.drover.kernel.machine.Decision.Commit;
import dev.drover.kernel.machine.SessionPhase;
import dev.drover.kernel.machine.SessionState;
import dev.drover.spi.store.Journal;
import java.util.List;
import java.util.Objects;

/// Publishes a durable commit: to watchers, hooks, waiting callers, and parent and child sessions.
/// Belongs to the session's writer.
public record CommitPublisher(
    LiveEventPublisher events,
    HookEventPublisher hooks,
    ChildUsagePublisher usage,
    TaskWakeups tasks,
    OwnedRuns driving,
    JournalTrimmer trimmer,
    LoadedSessions loaded) {
  /// Before new effects are started.
  ///
  /// @return whether a run has ended
  public boolean publish(SessionState before, Commit commit, List<Journal.Entry> lines) {
    boolean isOver = events.publish(commit.entries(), lines);
    hooks.publish(before, commit.next(), commit.entries());
    usage.publish(before, commit.next());
    return isOver;
  }

  /// After due effects were started: waiting callers are woken when nothing is left to do.
  ///
  /// @param isOver whether a run has ended
  public void finish(SessionState before, Commit commit, boolean isOver) {
    var now = commit.next();
    if (isOver && now.phase() instanceof SessionPhase.Idle) {
      trimmer.trim(Objects.requireNonNull(now.profile().session()), now);
      loaded.evictExcess();
    }
    tasks.wake(before, commit);
    driving.completeFutures();
  }
}
