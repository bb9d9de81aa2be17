package dev.drover.cli.work;

import static java.util.stream.Collectors.toSet;

import dev.drover.kernel.Origin;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Catalog.ApprovalRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A session and all that work for it, in any depth. Their questions are for the same people.
///
/// Belongs to the thread that watches.
final class Family {
  private final Bench bench;
  private final SessionId root;
  private final Map<SessionId, Boolean> members = new HashMap<>();

  Family(Bench bench, SessionId root) {
    this.bench = bench;
    this.root = root;
    members.put(root, true);
  }

  /// What its members ask, and nobody has answered.
  List<ApprovalRow> questions() {
    return bench.archive().approvals().stream()
        .filter(row -> isMember(row.id().session()))
        .toList();
  }

  private boolean isMember(SessionId session) {
    var known = members.get(session);
    if (known == null) {
      known =
          bench.archive().state(session).profile().origin() instanceof Origin.Delegated above
              && isMember(above.parent());
      members.put(session, known);
    }
    return known;
  }

  /// Whether anybody is at work for it.
  boolean isAnybodyBelow() {
    return !bench.archive().state(root).annals().tasks().isEmpty();
  }

  /// Whether nothing moves before a person has spoken: neither in the session, nor in those that
  /// work for it.
  ///
  /// The sessions are looked at one after another. If the same questions are open afterwards, none
  /// of those who wait for an answer has moved meanwhile, and nobody else had a reason to.
  boolean isStill() {
    var asked = questions();
    var asking = asked.stream().map(row -> row.id().session()).collect(toSet());
    return !asking.isEmpty() && isStill(root, asking) && questions().equals(asked);
  }

  private boolean isStill(SessionId session, Set<SessionId> asking) {
    var state = bench.archive().state(session);
    var tasks = state.annals().tasks();
    boolean isWaiting =
        state
            .running()
            .map(frame -> bench.archive().run(frame.run()).orElseThrow().status())
            .filter(status -> status != RunStatus.WAITING)
            .isEmpty();
    return isWaiting
        && (asking.contains(session) || !tasks.isEmpty())
        && bench.store().inbox().waiting(session, 1).isEmpty()
        && tasks.stream().allMatch(task -> isStill(task.child(), asking));
  }

  /// Whether nothing is going, neither in it nor below.
  ///
  /// Both are asked of one look at the session: a task that ends begins a run in the same append,
  /// and whoever looked twice could see it before there was the run, and after there was the task.
  boolean isAtRest() {
    return isAtRestSince(Long.MAX_VALUE);
  }

  /// The same, and nothing was written in the session after the event of this number.
  boolean isAtRestSince(long seq) {
    var state = bench.archive().state(root);
    return state.running().isEmpty()
        && state.annals().tasks().isEmpty()
        && state.position().seq() <= seq;
  }
}
