package dev.drover.store.memory;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.PortException;
import dev.drover.spi.store.AccountStore;
import dev.drover.spi.store.ArtifactStore;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Blobs.BlobReferences;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.SessionSearch;
import dev.drover.spi.store.Catalog.WaitingSession;
import dev.drover.spi.store.GrantStore;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.Store;
import dev.drover.spi.store.WriteRefused.AppendConflict;
import dev.drover.spi.store.WriteRefused.AppendToDeletedSession;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Stores sessions in memory, and forgets them when it is closed.
///
/// Any thread may call any method. Each session has a lock of its own; an append does not touch
/// shared state, unless it creates a session or changes the catalog.
public final class MemoryStore implements Store {
  private final ConcurrentMap<SessionId, MemorySession> sessions = new ConcurrentHashMap<>();

  /// By ordinal. Written under this store's monitor, so that no ordinal is visible before a lower
  /// one.
  private final NavigableMap<Long, MemorySession> created = new ConcurrentSkipListMap<>();

  /// Ids that are not used again.
  private final Set<SessionId> deleted = ConcurrentHashMap.newKeySet();

  private final MemoryAccountStore accounts =
      new MemoryAccountStore(this::leaseOf, this::requireOpen);
  private final MemoryGrants grants = new MemoryGrants(this::requireOpen);
  private final MemoryIndex index = new MemoryIndex(accounts, grants);
  private final ConcurrentMap<OwnerId, Instant> owners = new ConcurrentHashMap<>();
  private final Journal journal = new JournalSide();
  private final Inbox inbox = new InboxSide();
  private final MemoryBlobs blobs = new MemoryBlobs(this::addReferences, this::requireOpen);
  private final MemoryArtifactStore shelf =
      new MemoryArtifactStore(this::requireSession, this::requireOpen);
  private final Leases leases = new LeaseSide();
  private final Catalog catalog = new MemoryCatalog(new CatalogSide(), index);
  private volatile boolean closed;

  /// The ordinal of the session that was created last, deleted or not. Guarded by this store's
  /// monitor.
  private long lastOrdinal;

  private final InstantSource clock;

  public MemoryStore() {
    this(Clock.systemUTC());
  }

  /// @param clock judges leases
  public MemoryStore(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public Journal journal() {
    return journal;
  }

  @Override
  public Inbox inbox() {
    return inbox;
  }

  @Override
  public Blobs blobs() {
    return blobs;
  }

  @Override
  public ArtifactStore artifacts() {
    return shelf;
  }

  @Override
  public Leases leases() {
    return leases;
  }

  @Override
  public Catalog catalog() {
    return catalog;
  }

  @Override
  public GrantStore grants() {
    return grants;
  }

  @Override
  public AccountStore accounts() {
    return accounts;
  }

  private Leases.@Nullable Lease leaseOf(OwnerId owner) {
    var until = owners.get(owner);
    return until == null ? null : lease(owner, until);
  }

  private Leases.Lease lease(OwnerId owner, Instant until) {
    return new Leases.Lease(owner, until, Duration.between(clock.instant(), until));
  }

  /// There is no other process, so there is never a hint.
  @Override
  public Subscription onForeignChange(Consumer<ForeignChange> hint) {
    requireOpen();
    return () -> {};
  }

  @Override
  public String description() {
    return "in memory";
  }

  @Override
  public void close() {
    closed = true;
    sessions.clear();
    created.clear();
    blobs.clear();
    shelf.clear();
    accounts.clear();
  }

  private void requireOpen() {
    if (closed) {
      throw new PortException(
          new Problem(
              "store_closed",
              "The store is closed",
              "the store in memory was closed and has forgotten its sessions",
              "Open another one."),
          null);
    }
  }

  /// Whether the session is held by a process that has not left.
  private boolean isHeld(MemorySession session) {
    var owner = session.owner();
    return owner != null && owners.containsKey(owner);
  }

  private Optional<MemorySession> find(SessionId session) {
    requireOpen();
    return Optional.ofNullable(sessions.get(session));
  }

  private void requireSession(SessionId session) {
    if (!sessions.containsKey(session)) {
      throw new ContradictoryWrite(session, "it does not exist");
    }
  }

  private synchronized void create(Journal.Append append) {
    requireOpen();
    var existing = sessions.get(append.session());
    if (existing != null) {
      throw new AppendConflict(append.session(), append.after(), existing.tail());
    }
    requireUndeleted(append.session());
    var fork = append.fork();
    var session = fork.isEmpty() ? fresh(append) : forked(append, fork.get().source());
    lastOrdinal++;
    sessions.put(append.session(), session);
    created.put(lastOrdinal, session);
  }

  /// Atomically.
  private synchronized void continued(
      MemorySession source, Journal.Append append, Journal.Append next) {
    requireOpen();
    if (sessions.containsKey(next.session()) || deleted.contains(next.session())) {
      throw new ContradictoryWrite(next.session(), "it is there already, or was deleted");
    }
    var lineage = new MemoryForks(source, next.after());
    var successor = new MemorySession(next.session(), lastOrdinal + 1, index, lineage);
    successor.prepare(next);
    try {
      synchronized (source) {
        source.append(append);
        successor.begin(source.forked(next.session(), next.after()));
        successor.write(next);
        // Both become visible at the same time.
        sessions.put(next.session(), successor);
        created.put(++lastOrdinal, successor);
      }
    } catch (PortException refused) {
      successor.cancel(next);
      throw refused;
    }
    shelf.share(append.session(), next.session());
  }

  private MemorySession fresh(Journal.Append append) {
    var none = new MemoryForks(null, 0);
    var session = new MemorySession(append.session(), lastOrdinal + 1, index, none);
    session.append(append);
    return session;
  }

  private MemorySession forked(Journal.Append append, SessionId from) {
    var source = sessions.get(from);
    if (source == null) {
      throw new ContradictoryWrite(append.session(), "session %s does not exist".formatted(from));
    }
    var lineage = new MemoryForks(source, append.after());
    var fork = new MemorySession(append.session(), lastOrdinal + 1, index, lineage);
    fork.begin(source.forked(append.session(), append.after()));
    try {
      fork.append(append);
    } catch (PortException refused) {
      source.removeFork(append.session());
      throw refused;
    }
    shelf.share(from, append.session());
    return fork;
  }

  private synchronized void delete(SessionId session, long after) {
    requireOpen();
    requireUndeleted(session);
    requireSession(session);
    var found = Objects.requireNonNull(sessions.get(session));
    found.delete(after);
    deleted.add(session);
    sessions.remove(session);
    created.remove(found.row().ordinal());
    shelf.forget(session);
    blobs.sessionDeleted();
  }

  private void requireUndeleted(SessionId session) {
    if (deleted.contains(session)) {
      throw new AppendToDeletedSession(session);
    }
  }

  private void addReferences(BlobReferences references) {
    for (var approval : index.approvals()) {
      add(approval.preview(), references);
      add(approval.call().arguments(), references);
    }
    created.values().forEach(session -> session.addTo(references));
  }

  private static void add(Text text, BlobReferences references) {
    if (text instanceof Text.Stored(var name, _)) {
      references.add(name);
    }
  }

  private final class JournalSide implements Journal {
    @Override
    public void append(Journal.Append append) {
      if (append.after() == 0 || append.fork().isPresent()) {
        create(append);
      } else {
        advance(append);
      }
      var changes = append.changes();
      for (int i = 0; i < changes.size(); i++) {
        if (changes.get(i) instanceof Catalog.Change.MessageSent(var item)) {
          find(item.session()).ifPresent(to -> to.put(item, Integer.MAX_VALUE));
        }
      }
    }

    private void advance(Journal.Append append) {
      requireOpen();
      var session = sessions.get(append.session());
      if (session == null) {
        requireUndeleted(append.session());
        throw AppendConflict.of(append.session(), append.after(), 0);
      }
      var next = append.successor();
      if (next.isPresent()) {
        continued(session, append, next.get());
      } else {
        session.append(append);
      }
    }

    @Override
    public Optional<Slice> read(SessionId session, long after, int limit) {
      return find(session).map(found -> found.read(after, limit));
    }

    @Override
    public Optional<Snapshot> snapshot(SessionId session) {
      return find(session).flatMap(MemorySession::snapshot);
    }

    @Override
    public long trim(SessionId session, Snapshot snapshot, List<EventRange> dropped) {
      Journal.requireCovered(snapshot, dropped);
      return find(session)
          .orElseThrow(() -> new ContradictoryWrite(session, "it does not exist"))
          .trim(snapshot, dropped);
    }

    @Override
    public void delete(SessionId session, long after) {
      MemoryStore.this.delete(session, after);
    }

    @Override
    public boolean isDeleted(SessionId session) {
      requireOpen();
      return deleted.contains(session);
    }
  }

  private final class InboxSide implements Inbox {
    @Override
    public Receipt put(Item item, int bound) {
      return find(item.session())
          .map(found -> found.put(item, bound))
          .orElse(Receipt.NO_SUCH_SESSION);
    }

    @Override
    public List<Item> waiting(SessionId session, int limit) {
      return find(session).map(found -> found.waiting(limit)).orElse(List.of());
    }

    @Override
    public List<WaitingSession> sessionsWaiting(long after, int limit) {
      requireOpen();
      return index.unreadAfter(after).stream()
          .flatMap(session -> session.unread().stream())
          .limit(limit)
          .toList();
    }

    @Override
    public List<WaitingSession> unconsumed(SessionSearch search, OwnerId by) {
      requireOpen();
      return index.unreadAfter(search.after()).stream()
          .filter(session -> search.includes(session.agent()))
          .filter(session -> !session.isRunning() || by.equals(session.owner()) || !isHeld(session))
          .flatMap(session -> session.unread().stream())
          .limit(search.limit())
          .toList();
    }

    @Override
    public void settle(SessionId session, InputId input, String why) {
      find(session).ifPresent(found -> found.settle(input, new InputStatus.Ignored(why)));
    }

    @Override
    public Optional<InputStatus> status(SessionId session, InputId input) {
      return find(session).flatMap(found -> found.status(input));
    }
  }

  private final class LeaseSide implements Leases {
    @Override
    public void renew(OwnerId owner, Duration length) {
      requireOpen();
      owners.put(owner, clock.instant().plus(length));
    }

    @Override
    public void release(OwnerId owner) {
      requireOpen();
      owners.remove(owner);
      index.awake(Instant.MAX).forEach(session -> session.release(owner));
    }

    @Override
    public List<Lease> processes() {
      requireOpen();
      return owners.entrySet().stream()
          .map(entry -> lease(entry.getKey(), entry.getValue()))
          .toList();
    }

    @Override
    public void expire(Lease gone, Instant at) {
      requireOpen();
      if (owners.remove(gone.owner(), gone.until())) {
        index.asleep(at).forEach(session -> session.release(gone.owner()));
      }
    }

    @Override
    public List<WaitingSession> unattended(SessionSearch search, Instant now) {
      requireOpen();
      return index.awake(now).stream()
          .filter(session -> session.ordinal() > search.after())
          .filter(session -> search.includes(session.agent()) && !isHeld(session))
          .flatMap(session -> session.awake().stream())
          .sorted(Comparator.comparingLong(WaitingSession::ordinal))
          .limit(search.limit())
          .toList();
    }

    @Override
    public Optional<OwnerId> lastWriter(SessionId session) {
      return find(session).map(MemorySession::owner);
    }

    @Override
    public void releaseSession(OwnerId owner, SessionId session, long after) {
      find(session).ifPresent(found -> found.release(owner, after));
    }

    @Override
    public Optional<Lease> holder(SessionId session) {
      return find(session)
          .map(MemorySession::owner)
          .flatMap(owner -> Optional.ofNullable(leaseOf(owner)));
    }
  }

  private final class CatalogSide implements MemoryCatalog.Sessions {
    @Override
    public void requireOpen() {
      MemoryStore.this.requireOpen();
    }

    @Override
    public Optional<MemorySession> find(SessionId session) {
      return MemoryStore.this.find(session);
    }

    @Override
    public Stream<MemorySession> createdAfter(long ordinal) {
      requireOpen();
      return created.tailMap(ordinal, false).values().stream();
    }
  }
}
