package dev.drover.testkit.sim;

import dev.drover.codec.EventCodec;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.AccountStore.AccountTotals;
import dev.drover.spi.store.AccountStore.Reservation;
import dev.drover.spi.store.AccountStore.ReservationRequest;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Journal.EventRange;
import dev.drover.spi.store.Journal.Snapshot;
import dev.drover.spi.store.Leases.Lease;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks the laws at the moment of every write. Keeps its own record of all journals, so that it
/// can check at the end whether the store has what was written.
final class WriteAudit {
  /// The length of an event that is printed.
  private static final int LONGEST = 300;

  private final EventCodec codec = new EventCodec();
  private final Store store;
  private final OutsideRecord witness;
  private final LawViolations violations;
  private final Map<SessionId, SessionAudit> sessions = new LinkedHashMap<>();
  private final Map<SessionId, List<Journal.Entry>> written = new HashMap<>();
  private final Map<SessionId, SessionId> sources = new HashMap<>();
  private final Map<SessionId, Long> shares = new HashMap<>();
  private final Map<OwnerId, Instant> leases = new HashMap<>();
  private final Map<SessionId, Set<OwnerId>> finders = new HashMap<>();
  private final Map<InboxItem, Instant> items = new LinkedHashMap<>();
  private final Set<InboxItem> taken = new HashSet<>();
  private final ReservationAudit reservations = new ReservationAudit();
  private final Set<String> words = new HashSet<>();
  private final StopAudit stops;
  private final TreeAudit tree;
  private final TrimAudit trims;
  private final List<LawCheck> oracles;
  private final Set<String> kinds = new HashSet<>();

  /// One item of an inbox.
  private record InboxItem(SessionId to, InputId id) {}

  /// @param runsKept of each session
  WriteAudit(Store store, int runsKept, OutsideRecord witness, LawViolations violations) {
    this.store = store;
    this.witness = witness;
    this.violations = violations;
    this.stops = new StopAudit(witness, violations);
    this.tree = new TreeAudit(violations);
    this.trims = new TrimAudit(runsKept, violations);
    this.oracles = List.of(stops, new RowAudit(store, violations), tree, trims);
  }

  StopAudit stops() {
    return stops;
  }

  TreeAudit tree() {
    return tree;
  }

  /// The kinds of events that were written.
  Set<String> kinds() {
    return kinds;
  }

  ReservationAudit reservations() {
    return reservations;
  }

  Map<SessionId, SessionAudit> sessions() {
    return sessions;
  }

  private SessionAudit of(SessionId session, long after) {
    return sessions.computeIfAbsent(
        session, id -> new SessionAudit(id, after, witness, violations, words));
  }

  /// The append was accepted by the store.
  void appended(Journal.Append append, Instant now) {
    var session = append.session();
    boolean isNew = !sessions.containsKey(session);
    var audit = of(session, append.after());
    violations.require(
        append.after() == audit.last(),
        "A2",
        "session %s ends at %d, and an append after %d was accepted",
        session,
        audit.last(),
        append.after());
    if (!isNew) {
      requireOwner(audit, append, now);
    }
    var events = new ArrayList<RecordedEvent>();
    for (var entry : append.entries()) {
      var recorded = codec.decode(entry.bytes().array());
      events.add(recorded);
      kinds.add(recorded.event().getClass().getSimpleName());
      audit.happened(recorded);
      written.computeIfAbsent(session, _ -> new ArrayList<>()).add(entry);
    }
    append.fork().ifPresent(fork -> forked(session, fork.source(), append.after()));
    audit.owner(append.owner());
    finders.remove(session);
    consumed(append);
    for (var change : append.changes()) {
      if (change instanceof Catalog.Change.MessageSent(var item)
          && sessions.containsKey(item.session())) {
        items.putIfAbsent(new InboxItem(item.session(), item.id()), now);
      }
      if (change instanceof Catalog.Change.AccountSettled settled) {
        reservations.settled(session, settled);
      }
    }
    oracles.forEach(oracle -> oracle.appended(append, events));
    append.successor().ifPresent(next -> appended(next, now));
  }

  private void forked(SessionId fork, SessionId source, long at) {
    sources.put(fork, source);
    // The source may share that position with its own source; that one has nothing of what the
    // source has written itself.
    long place = at;
    for (var from = source; from != null; from = sources.get(from)) {
      shares.merge(from, place, Math::max);
      var own = Objects.requireNonNull(written.get(from));
      place = Math.min(place, own.getFirst().seq() - 1);
    }
  }

  /// A process that writes to an active session has driven it, or has found, since the last write,
  /// that its driver is gone. A process that returns late and has not written is too late.
  private void requireOwner(SessionAudit audit, Journal.Append append, Instant now) {
    var before = audit.owner();
    if (before == null || before.equals(append.owner()) || !audit.isBusy()) {
      return;
    }
    var until = leases.get(before);
    violations.require(
        until == null
            || !until.isAfter(now)
            || finders.getOrDefault(append.session(), Set.of()).contains(append.owner()),
        "A2",
        "%s writes to session %s, which %s drives",
        append.owner(),
        append.session(),
        before);
  }

  private void consumed(Journal.Append append) {
    if (append.consumed() != null) {
      var item = new InboxItem(append.session(), append.consumed());
      violations.require(items.containsKey(item), "B2", "%s was never put", item);
      violations.require(taken.add(item), "B2", "%s is taken twice", item);
    }
  }

  void put(Inbox.Item item, Inbox.Receipt receipt, Instant now) {
    if (receipt == Inbox.Receipt.ACCEPTED) {
      items.put(new InboxItem(item.session(), item.id()), now);
    }
  }

  /// The number of items ever put into the inbox of a session.
  int inboxItems(SessionId session) {
    return (int) items.keySet().stream().filter(item -> item.to().equals(session)).count();
  }

  /// The number of the last event of a session.
  long last(SessionId session) {
    var audit = sessions.get(session);
    return audit == null ? 0 : audit.last();
  }

  /// Whether that event exists, in the session or in the one that it was forked from.
  boolean isWritten(SessionId session, long seq, Bytes line) {
    var own = written.getOrDefault(session, List.of());
    if (own.isEmpty() || seq > own.getLast().seq()) {
      return false;
    }
    long first = own.getFirst().seq();
    var source = sources.get(session);
    return seq >= first
        ? own.get((int) (seq - first)).bytes().equals(line)
        : source != null && isWritten(source, seq, line);
  }

  /// An input was ignored, and nothing follows from it.
  void ignored(SessionId session, InputId input) {
    oracles.forEach(oracle -> oracle.ignored(session, input));
  }

  /// Events were dropped.
  void trimmed(SessionId session, Snapshot snapshot, List<EventRange> dropped) {
    var gone = Journal.unshared(dropped, shares.getOrDefault(session, 0L));
    oracles.forEach(oracle -> oracle.trimmed(session, snapshot, dropped, gone));
  }

  void renewed(OwnerId owner, Instant until) {
    leases.put(owner, until);
  }

  /// A process looks up the driver of a session.
  void looked(@Nullable OwnerId process, SessionId session, Instant now) {
    var audit = sessions.get(session);
    var until = audit == null || audit.owner() == null ? null : leases.get(audit.owner());
    if (process != null && (until == null || !until.isAfter(now))) {
      finders.computeIfAbsent(session, _ -> new HashSet<>()).add(process);
    }
  }

  void released(OwnerId owner) {
    leases.remove(owner);
  }

  /// A process was found dead, unless it has renewed its lease meanwhile.
  void expired(Lease gone) {
    leases.remove(gone.owner(), gone.until());
  }

  /// After the last fault, a live process has taken over the unfinished work and has received the
  /// earlier inputs.
  ///
  /// @param since the time of the last fault
  void requireTakenOver(Set<OwnerId> alive, Instant since, Instant now) {
    sessions.forEach(
        (session, audit) ->
            violations.require(
                !audit.isDue(now) || alive.contains(audit.owner()),
                "A12",
                "session %s is not driven since %s has died",
                session,
                audit.owner()));
    items.forEach(
        (item, at) ->
            violations.require(
                at.isAfter(since) || isTaken(item), "A13", "%s is unread since %s", item, at));
  }

  void letGo(OwnerId owner, SessionId session, long after) {
    var audit = sessions.get(session);
    if (audit != null && owner.equals(audit.owner()) && audit.last() == after) {
      audit.owner(null);
    }
  }

  /// @param standing the totals of the account, including this request if it was granted
  void reserved(ReservationRequest claim, Reservation grant, AccountTotals standing) {
    if (grant instanceof Reservation.Granted) {
      reservations.granted(claim);
    }
    reservations.require(violations, claim, standing);
  }

  /// A tool is called at this moment.
  void called(SessionId session, EffectId effect, int attempt) {
    var audit = sessions.get(session);
    violations.require(audit != null, "A4", "a call is made in no session: %s", session);
    if (audit != null) {
      audit.called(effect, attempt);
    }
  }

  /// Whether all runs have ended.
  boolean isOver() {
    return sessions.values().stream().allMatch(SessionAudit::isOver);
  }

  List<SessionId> unfinished() {
    return sessions.entrySet().stream()
        .filter(each -> !each.getValue().isOver())
        .map(Map.Entry::getKey)
        .toList();
  }

  /// Whether no process drives anything.
  boolean isAtRest() {
    return isOver() && sessions.values().stream().noneMatch(SessionAudit::isBusy);
  }

  /// Whether all inputs were consumed.
  boolean isAllTaken() {
    return items.keySet().stream().allMatch(this::isTaken);
  }

  private boolean isTaken(InboxItem item) {
    var fate = store.inbox().status(item.to(), item.id());
    return (fate.isPresent() && !(fate.get() instanceof Inbox.InputStatus.Waiting)) || isIdle(item);
  }

  /// The checks at the end of the simulation.
  void requireEnd(Instant now) {
    sessions.values().forEach(SessionAudit::requireRest);
    for (var session : sessions.keySet()) {
      requireKept(session);
    }
    for (var item : items.keySet()) {
      violations.require(isTaken(item), "A13", "%s is never taken", item);
    }
    requireReceipts();
    requireAccounts(now);
  }

  /// A person's second answer may be left for a child that has ended meanwhile, and that is not
  /// opened again.
  private boolean isIdle(InboxItem item) {
    var audit = sessions.get(item.to());
    return audit != null && audit.parent() != null && item.id().value().startsWith("i-");
  }

  /// The store has what was written to it, and nothing else.
  private void requireKept(SessionId session) {
    var own = written.getOrDefault(session, List.of());
    long first = own.isEmpty() ? 0 : own.getFirst().seq() - 1;
    var kept = store.journal().read(session, first, Integer.MAX_VALUE);
    var left = own.stream().filter(entry -> !trims.isDropped(session, entry.seq())).toList();
    violations.require(
        kept.isPresent() && kept.get().entries().equals(left),
        "A13",
        "session %s: the store does not have what was written to it",
        session);
  }

  /// Every prompt that was reported as accepted was accepted.
  private void requireReceipts() {
    var runs = new HashMap<String, Object>();
    for (var receipt : witness.receipts()) {
      violations.require(isThere(receipt), "A13", "%s is lost", receipt);
      var key = receipt.key();
      if (key != null) {
        var name = receipt.session() + " " + key;
        var before = isRun(receipt) ? runs.putIfAbsent(name, receipt.run()) : null;
        violations.require(
            before == null || before.equals(receipt.run()), "A10", "%s is %s", receipt, before);
      }
    }
  }

  /// The run of a message that was left for another process may not be known yet; then its sender
  /// gets an id that is not used if the key was used before.
  private boolean isRun(OutsideRecord.Receipt receipt) {
    return sessions.values().stream().anyMatch(session -> session.knows(receipt.run()));
  }

  private boolean isThere(OutsideRecord.Receipt receipt) {
    return sessions.values().stream().anyMatch(session -> session.heard().contains(receipt.text()));
  }

  /// The usage of an account is the sum over the journals of its sessions.
  private void requireAccounts(Instant now) {
    long tokens = 0;
    for (var session : sessions.values()) {
      tokens += session.paid();
    }
    var standing = store.accounts().totals(SimHost.ACCOUNT);
    violations.require(
        standing.spent().tokens() == tokens,
        "F5",
        "the account has paid for %d tokens, and the journals have %d",
        standing.spent().tokens(),
        tokens);
    var there =
        leases.entrySet().stream()
            .filter(lease -> lease.getValue().isAfter(now))
            .map(Map.Entry::getKey)
            .toList();
    var kept = reservations.kept(there);
    violations.require(kept.isEmpty(), "E7", "%s is still reserved", kept);
  }

  /// For failure messages.
  List<String> journal(SessionId session) {
    return written.getOrDefault(session, List.of()).stream()
        .map(entry -> codec.decode(entry.bytes().array()))
        .map(WriteAudit::line)
        .toList();
  }

  private static String line(RecordedEvent entry) {
    var event = entry.event().toString();
    var brief = event.length() > LONGEST ? event.substring(0, LONGEST) + "…" : event;
    return "%4d %s %s".formatted(entry.seq(), entry.at(), brief);
  }
}
