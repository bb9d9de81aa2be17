package dev.drover.cli.work;

import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Catalog.ApprovalRow;
import java.util.HashSet;
import java.util.Set;

/// Questions of a session, and of all that work for it, that come up while nobody watches it.
///
/// Any thread may call any method.
public final class NewQuestions {
  private final Family family;
  // Guarded by this.
  private final Set<ApprovalId> known = new HashSet<>();

  public NewQuestions(Bench bench, SessionId session) {
    this.family = new Family(bench, session);
  }

  /// Whether there is one that was not there at the last [#remember]. Costs next to nothing while
  /// nothing goes on.
  public synchronized boolean isAny() {
    return !family.isAtRest()
        && family.questions().stream().anyMatch(row -> !known.contains(row.id()));
  }

  /// Those that are open now are put.
  public synchronized void remember() {
    family.questions().stream().map(ApprovalRow::id).forEach(known::add);
  }
}
