package dev.drover.testkit.sim;

import dev.drover.codec.EventCodec;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Accounts.Claim;
import dev.drover.spi.store.Accounts.Grant;
import dev.drover.spi.store.Accounts.Standing;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.Entry;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.InputId;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Journal.Snapshot;
import dev.drover.spi.store.Journal.Stretch;
import dev.drover.spi.store.Leases.Lease;
import dev.drover.spi.store.OwnerId;
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

/// Sees every write in the moment in which it is made, and holds it against the laws. Keeps its own
/// record of all journals, so that it can say at the end whether the store has what was written.
final class Auditor {
  /// Of an event that is shown to somebody.
  private static final int LONGEST = 300;

  private final EventCodec codec = new EventCodec();
  private final Store store;
  private final Witness witness;
  private final Violations violations;
  private final Map<SessionId, SessionAudit> sessions = new LinkedHashMap<>();
  private final Map<SessionId, List<Entry>> written = new HashMap<>();
  private final Map<SessionId, SessionId> sources = new HashMap<>();
  private final Map<SessionId, Long> shares = new HashMap<>();
  private final Map<OwnerId, Instant> leases = new HashMap<>();
  private final Map<SessionId, Set<OwnerId>> finders = new HashMap<>();
  private final Map<Letter, Instant> letters = new LinkedHashMap<>();
  private final Set<Letter> taken = new HashSet<>();
  private final Reservations reservations = new Reservations();
  private final Set<String> words = new HashSet<>();
  private final StopAudit stops;
  private final TreeAudit tree;
  private final TrimAudit trims;
  private final List<Oracle> oracles;
  private final Set<String> kinds = new HashSet<>();

  /// One item of an inbox.
  private record Letter(SessionId to, InputId id) {}

  /// @param runsKept of each session
  Auditor(Store store, int runsKept, Witness witness, Violations violations) {
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

  Reservations reservations() {
    return reservations;
  }

  Map<SessionId, SessionAudit> sessions() {
    return sessions;
  }

  private SessionAudit of(SessionId session, long after) {
    return sessions.computeIfAbsent(
        session, id -> new SessionAudit(id, after, witness, violations, words));
  }

  /// It was accepted by the store.
  void appended(Append append, Instant now) {
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
    var events = new ArrayList<Recorded>();
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
      if (change instanceof Change.MessageSent(var item) && sessions.containsKey(item.session())) {
        letters.putIfAbsent(new Letter(item.session(), item.id()), now);
      }
      if (change instanceof Change.AccountSettled settled) {
        reservations.settled(session, settled);
      }
    }
    oracles.forEach(oracle -> oracle.appended(append, events));
    append.successor().ifPresent(next -> appended(next, now));
  }

  private void forked(SessionId fork, SessionId source, long at) {
    sources.put(fork, source);
    // The source may have that place from a session that it was forked from itself; of what it has
    // written itself, that one has nothing.
    long place = at;
    for (var from = source; from != null; from = sources.get(from)) {
      shares.merge(from, place, Math::max);
      var own = Objects.requireNonNull(written.get(from));
      place = Math.min(place, own.getFirst().seq() - 1);
    }
  }

  /// Who writes to a session in which something is going has driven it, or has found, since the
  /// last write, that whoever did is gone. One who comes back late and has not written is too late.
  private void requireOwner(SessionAudit audit, Append append, Instant now) {
    var before = audit.owner();
    if (before == null || before.equals(append.owner()) || !audit.isBusy()) {
      return;
    }
    var until = leases.get(before);
    violations.require(
        until == null
            || until.isBefore(now)
            || finders.getOrDefault(append.session(), Set.of()).contains(append.owner()),
        "A2",
        "%s writes to session %s, which %s drives",
        append.owner(),
        append.session(),
        before);
  }

  private void consumed(Append append) {
    if (append.consumed() != null) {
      var letter = new Letter(append.session(), append.consumed());
      violations.require(letters.containsKey(letter), "B2", "%s was never put", letter);
      violations.require(taken.add(letter), "B2", "%s is taken twice", letter);
    }
  }

  void put(Inbox.Item item, Inbox.Receipt receipt, Instant now) {
    if (receipt == Inbox.Receipt.ACCEPTED) {
      letters.put(new Letter(item.session(), item.id()), now);
    }
  }

  /// How many were ever left for a session.
  int letters(SessionId session) {
    return (int) letters.keySet().stream().filter(letter -> letter.to().equals(session)).count();
  }

  /// The number of the last event of a session.
  long last(SessionId session) {
    var audit = sessions.get(session);
    return audit == null ? 0 : audit.last();
  }

  /// Whether that event is there, in the session or in the one that it was forked from.
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

  /// An input was put aside, and nothing follows from it.
  void ignored(SessionId session, InputId input) {
    oracles.forEach(oracle -> oracle.ignored(session, input));
  }

  /// Events were dropped.
  void trimmed(SessionId session, Snapshot snapshot, List<Stretch> dropped) {
    var gone = Journal.unshared(dropped, shares.getOrDefault(session, 0L));
    oracles.forEach(oracle -> oracle.trimmed(session, snapshot, dropped, gone));
  }

  void renewed(OwnerId owner, Instant until) {
    leases.put(owner, until);
  }

  /// A process looks who drives a session.
  void looked(@Nullable OwnerId process, SessionId session, Instant now) {
    var audit = sessions.get(session);
    var until = audit == null || audit.owner() == null ? null : leases.get(audit.owner());
    if (process != null && (until == null || until.isBefore(now))) {
      finders.computeIfAbsent(session, _ -> new HashSet<>()).add(process);
    }
  }

  void released(OwnerId owner) {
    leases.remove(owner);
  }

  /// A process was found to be gone, unless it has said something else meanwhile.
  void expired(Lease gone) {
    leases.remove(gone.owner(), gone.until());
  }

  /// After all that went wrong somebody alive has taken over what is to be done, and has heard what
  /// was said before that.
  ///
  /// @param since when something went wrong for the last time
  void requireTakenOver(Set<OwnerId> alive, Instant since, Instant now) {
    sessions.forEach(
        (session, audit) ->
            violations.require(
                !audit.isDue(now) || alive.contains(audit.owner()),
                "A12",
                "nobody drives session %s, since %s has died",
                session,
                audit.owner()));
    letters.forEach(
        (letter, at) ->
            violations.require(
                at.isAfter(since) || isTaken(letter),
                "A13",
                "nobody has heard %s, which was said at %s",
                letter,
                at));
  }

  void letGo(OwnerId owner, SessionId session, long after) {
    var audit = sessions.get(session);
    if (audit != null && owner.equals(audit.owner()) && audit.last() == after) {
      audit.owner(null);
    }
  }

  /// @param standing of the account, with this claim in it if it was granted
  void reserved(Claim claim, Grant grant, Standing standing) {
    if (grant instanceof Grant.Given) {
      reservations.granted(claim);
    }
    reservations.require(violations, claim, standing);
  }

  /// A tool is called, now.
  void called(SessionId session, EffectId effect, int attempt) {
    var audit = sessions.get(session);
    violations.require(audit != null, "A4", "a call is made in no session: %s", session);
    if (audit != null) {
      audit.called(effect, attempt);
    }
  }

  /// Whether all runs are over.
  boolean isOver() {
    return sessions.values().stream().allMatch(SessionAudit::isOver);
  }

  List<SessionId> unfinished() {
    return sessions.entrySet().stream()
        .filter(each -> !each.getValue().isOver())
        .map(Map.Entry::getKey)
        .toList();
  }

  /// Whether nothing is going that somebody drives.
  boolean isAtRest() {
    return isOver() && sessions.values().stream().noneMatch(SessionAudit::isBusy);
  }

  /// Whether everything that was said was heard.
  boolean isAllTaken() {
    return letters.keySet().stream().allMatch(this::isTaken);
  }

  private boolean isTaken(Letter letter) {
    var fate = store.inbox().fate(letter.to(), letter.id());
    return (fate.isPresent() && !(fate.get() instanceof Inbox.Fate.Waiting)) || isIdle(letter);
  }

  /// What is left to say when nothing goes on any more.
  void requireEnd(Instant now) {
    sessions.values().forEach(SessionAudit::requireRest);
    for (var session : sessions.keySet()) {
      requireKept(session);
    }
    for (var letter : letters.keySet()) {
      violations.require(isTaken(letter), "A13", "%s is never taken", letter);
    }
    requireReceipts();
    requireAccounts(now);
  }

  /// A person's second answer may be left for a child that has ended meanwhile, and to which nobody
  /// comes back.
  private boolean isIdle(Letter letter) {
    var audit = sessions.get(letter.to());
    return audit != null && audit.parent() != null && letter.id().value().startsWith("i-");
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

  /// Whoever was told that a prompt was accepted was told the truth.
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

  /// The run of a message that was left for another process may not be known yet, and then its
  /// sender is given a name that nobody uses if the key was.
  private boolean isRun(Witness.Receipt receipt) {
    return sessions.values().stream().anyMatch(session -> session.knows(receipt.run()));
  }

  private boolean isThere(Witness.Receipt receipt) {
    return sessions.values().stream().anyMatch(session -> session.heard().contains(receipt.text()));
  }

  /// What an account has paid is what stands in the journals of those who draw on it.
  private void requireAccounts(Instant now) {
    long tokens = 0;
    for (var session : sessions.values()) {
      tokens += session.paid();
    }
    var standing = store.accounts().standing(Host.ACCOUNT);
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
    violations.require(kept.isEmpty(), "E7", "%s is still set aside", kept);
  }

  /// For those who want to know how it came to that.
  List<String> journal(SessionId session) {
    return written.getOrDefault(session, List.of()).stream()
        .map(entry -> codec.decode(entry.bytes().array()))
        .map(Auditor::line)
        .toList();
  }

  private static String line(Recorded entry) {
    var event = entry.event().toString();
    var brief = event.length() > LONGEST ? event.substring(0, LONGEST) + "…" : event;
    return "%4d %s %s".formatted(entry.seq(), entry.at(), brief);
  }
}
