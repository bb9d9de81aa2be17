package dev.drover.store.memory;

import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
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
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Indexes across sessions. Sessions write here while they hold their own lock; any thread reads.
final class MemoryIndex {
  private final ConcurrentMap<RunId, MemorySession> runs = new ConcurrentHashMap<>();

  /// Counts accepted runs of all sessions: a run's ordinal also orders it among runs of others.
  private final AtomicLong runOrdinals = new AtomicLong();

  /// Runs of deleted sessions. Their ids are not used again.
  private final Set<RunId> spent = ConcurrentHashMap.newKeySet();

  private final Map<ApprovalId, ApprovalRow> approvals = new LinkedHashMap<>();

  /// Sessions by the time at which they are due.
  private final NavigableMap<Wake, MemorySession> wakes = new ConcurrentSkipListMap<>();

  /// Sessions with unread inputs, by ordinal.
  private final NavigableMap<Long, MemorySession> unread = new ConcurrentSkipListMap<>();

  private final MemoryAccountStore accounts;
  private final MemoryGrants grants;

  private record Wake(Instant at, long ordinal) implements Comparable<Wake> {
    @Override
    public int compareTo(Wake other) {
      int byTime = at.compareTo(other.at);
      return byTime == 0 ? Long.compare(ordinal, other.ordinal) : byTime;
    }
  }

  MemoryIndex(MemoryAccountStore accounts, MemoryGrants grants) {
    this.accounts = accounts;
    this.grants = grants;
  }

  MemoryGrants grants() {
    return grants;
  }

  MemoryAccountStore accounts() {
    return accounts;
  }

  long nextRunOrdinal() {
    return runOrdinals.incrementAndGet();
  }

  /// @return false if the id is taken
  boolean claim(RunId run, MemorySession session) {
    return !spent.contains(run) && runs.putIfAbsent(run, session) == null;
  }

  void spend(RunId run) {
    spent.add(run);
    runs.remove(run);
  }

  void unclaim(RunId run) {
    runs.remove(run);
  }

  Optional<MemorySession> sessionOf(RunId run) {
    return Optional.ofNullable(runs.get(run));
  }

  /// Runs of existing sessions, in no particular order.
  Set<RunId> runs() {
    return Set.copyOf(runs.keySet());
  }

  /// @param before its previous wake time
  void wakeSet(
      MemorySession session, long ordinal, @Nullable Instant before, @Nullable Instant at) {
    if (before != null) {
      wakes.remove(new Wake(before, ordinal));
    }
    if (at != null) {
      wakes.put(new Wake(at, ordinal), session);
    }
  }

  /// Sessions that are due by then.
  Collection<MemorySession> awake(Instant by) {
    return wakes.headMap(new Wake(by, Long.MAX_VALUE), true).values();
  }

  /// Sessions that are due after that time, and not before.
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
