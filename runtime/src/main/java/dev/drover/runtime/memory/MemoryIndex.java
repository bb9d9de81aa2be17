package dev.drover.runtime.memory;

import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Catalog.ApprovalRow;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/// What is asked across sessions. Sessions write here while they hold their own lock; any thread
/// reads.
final class MemoryIndex {
  private final ConcurrentMap<RunId, MemorySession> runs = new ConcurrentHashMap<>();

  /// Of sessions that were deleted. They are not used again.
  private final Set<RunId> spent = ConcurrentHashMap.newKeySet();

  private final Map<ApprovalId, ApprovalRow> approvals = new LinkedHashMap<>();

  /// Sessions that are to be worked on, by the time from which on.
  private final NavigableMap<Wake, MemorySession> wakes = new ConcurrentSkipListMap<>();

  /// Sessions with unread inputs, by ordinal.
  private final NavigableMap<Long, MemorySession> unread = new ConcurrentSkipListMap<>();

  private final MemoryAccounts accounts;
  private final MemoryGrants grants;

  private record Wake(Instant at, long ordinal) implements Comparable<Wake> {
    @Override
    public int compareTo(Wake other) {
      int byTime = at.compareTo(other.at);
      return byTime == 0 ? Long.compare(ordinal, other.ordinal) : byTime;
    }
  }

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

  /// @param before when it was to wake until now
  void wakeSet(
      MemorySession session, long ordinal, @Nullable Instant before, @Nullable Instant at) {
    if (before != null) {
      wakes.remove(new Wake(before, ordinal));
    }
    if (at != null) {
      wakes.put(new Wake(at, ordinal), session);
    }
  }

  /// Those that are to be worked on by then.
  Collection<MemorySession> awake(Instant by) {
    return wakes.headMap(new Wake(by, Long.MAX_VALUE), true).values();
  }

  /// Those in which something is to be done after that, and nothing before.
  Collection<MemorySession> asleep(Instant at) {
    return wakes.tailMap(new Wake(at, Long.MAX_VALUE), false).values();
  }

  void unread(MemorySession session, long ordinal, boolean isUnread) {
    if (isUnread) {
      unread.put(ordinal, session);
    } else {
      unread.remove(ordinal);
    }
  }

  Collection<MemorySession> unreadAfter(long ordinal) {
    return unread.tailMap(ordinal, false).values();
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
