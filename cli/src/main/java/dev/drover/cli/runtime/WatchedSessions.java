package dev.drover.cli.runtime;

import static java.util.stream.Collectors.toSet;

import dev.drover.cli.output.ApprovalQuestion;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.tool.ToolQuestions.OpenQuestion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// A session and all its descendants. Their questions are for the same people.
///
/// Belongs to the watching thread.
final class WatchedSessions {
  private final CliRuntime runtime;
  private final SessionId root;
  private final Map<SessionId, Boolean> members = new HashMap<>();

  WatchedSessions(CliRuntime runtime, SessionId root) {
    this.runtime = runtime;
    this.root = root;
    members.put(root, true);
  }

  /// The unanswered questions of its members.
  List<ApprovalRow> questions() {
    return runtime.queries().approvals().stream()
        .filter(row -> lookUpMembership(row.id().session()))
        .toList();
  }

  /// The unanswered questions of the tools of its members.
  List<OpenQuestion> toolQuestions() {
    return runtime.drover().questions().open().stream()
        .filter(question -> lookUpMembership(question.id().session()))
        .toList();
  }

  /// Both kinds, to be shown to a person.
  List<ApprovalQuestion> allQuestions() {
    return Stream.concat(
            questions().stream().map(ApprovalQuestion::of),
            toolQuestions().stream().map(ApprovalQuestion::of))
        .toList();
  }

  private Set<ApprovalId> awaited() {
    return Stream.concat(
            questions().stream().map(ApprovalRow::id),
            toolQuestions().stream().map(OpenQuestion::id))
        .collect(toSet());
  }

  private boolean lookUpMembership(SessionId session) {
    var known = members.get(session);
    if (known == null) {
      known =
          runtime.queries().snapshot(session).profile().origin()
                  instanceof SessionOrigin.Delegated above
              && lookUpMembership(above.parent());
      members.put(session, known);
    }
    return known;
  }

  /// Whether child sessions are at work.
  boolean hasChildren() {
    return !runtime.queries().snapshot(root).work().children().isEmpty();
  }

  /// Whether the session and its descendants can only continue after a person's answer.
  ///
  /// The sessions are read one after another. If the same questions are open afterwards, no session
  /// that waits for an answer has moved meanwhile, and no other had a reason to.
  boolean isBlockedOnAnswers() {
    var asked = awaited();
    var asking = asked.stream().map(ApprovalId::session).collect(toSet());
    return !asking.isEmpty() && isBlockedOnAnswers(root, asking) && awaited().equals(asked);
  }

  private boolean isBlockedOnAnswers(SessionId session, Set<SessionId> asking) {
    var snapshot = runtime.queries().snapshot(session);
    var children = snapshot.work().children();
    boolean isWaiting =
        snapshot
            .currentRun()
            .map(run -> runtime.queries().run(run).orElseThrow().status())
            .filter(status -> status != RunStatus.WAITING)
            .isEmpty();
    return isWaiting
        && (asking.contains(session) || !children.isEmpty())
        && runtime.store().inbox().waiting(session, 1).isEmpty()
        && children.stream().allMatch(child -> isBlockedOnAnswers(child, asking));
  }

  /// Whether nothing is going, neither in it nor below.
  ///
  /// Both are read from one snapshot of the session: a task that ends begins a run in the same
  /// append, and two reads could miss both, one before the run began and the other after the task
  /// ended.
  boolean isIdle() {
    return isIdleSince(Long.MAX_VALUE);
  }

  /// The same, and the session has no event after this number.
  boolean isIdleSince(long seq) {
    var snapshot = runtime.queries().snapshot(root);
    return snapshot.isIdle() && snapshot.eventCount() <= seq;
  }
}
