package dev.drover.cli.runtime;

import dev.drover.cli.output.ApprovalQuestion;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.SessionId;
import java.util.HashSet;
import java.util.Set;

/// Questions of a session and its child sessions that come up while no run is watched.
///
/// Any thread may call any method.
public final class NewQuestions {
  private final WatchedSessions family;
  // Guarded by this.
  private final Set<ApprovalId> known = new HashSet<>();

  public NewQuestions(CliRuntime runtime, SessionId session) {
    this.family = new WatchedSessions(runtime, session);
  }

  /// Whether there is one that was not open at the last [#remember]. Costs next to nothing while
  /// the session is idle.
  public synchronized boolean hasAny() {
    return !family.isIdle()
        && family.allQuestions().stream().anyMatch(each -> !known.contains(each.id()));
  }

  /// Marks the open questions as asked.
  public synchronized void remember() {
    family.allQuestions().stream().map(ApprovalQuestion::id).forEach(known::add);
  }
}
