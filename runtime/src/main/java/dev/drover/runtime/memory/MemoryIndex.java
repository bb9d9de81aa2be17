package dev.drover.runtime.memory;

import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Catalog.ApprovalRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// What is asked across sessions. Sessions write here while they hold their own lock; any thread
/// reads.
final class MemoryIndex {
  private final ConcurrentMap<RunId, MemorySession> runs = new ConcurrentHashMap<>();

  /// Of sessions that were deleted. They are not used again.
  private final Set<RunId> spent = ConcurrentHashMap.newKeySet();

  private final Map<ApprovalId, ApprovalRow> approvals = new LinkedHashMap<>();

  private final MemoryAccounts accounts;
  private final MemoryGrants grants;

  MemoryIndex(MemoryAccounts accounts, MemoryGrants grants) {
    this.accounts = accounts;
    this.grants = grants;
  }

  MemoryGrants grants() {
    return grants;
  }

  MemoryAccounts accounts() {
    return accounts;
  }

  /// @return false if the name is taken
  boolean claim(RunId run, MemorySession session) {
    return !spent.contains(run) && runs.putIfAbsent(run, session) == null;
  }

  void spend(RunId run) {
    spent.add(run);
    runs.remove(run);
  }

  void giveBack(RunId run) {
    runs.remove(run);
  }

  Optional<MemorySession> sessionOf(RunId run) {
    return Optional.ofNullable(runs.get(run));
  }

  synchronized void open(ApprovalRow approval) {
    approvals.putIfAbsent(approval.id(), approval);
  }

  synchronized void close(ApprovalId approval) {
    approvals.remove(approval);
  }

  synchronized void closeAll(SessionId session) {
    approvals.keySet().removeIf(approval -> approval.session().equals(session));
  }

  synchronized List<ApprovalRow> approvals() {
    return List.copyOf(approvals.values());
  }

  synchronized Optional<ApprovalRow> approval(ApprovalId approval) {
    return Optional.ofNullable(approvals.get(approval));
  }
}
