package dev.drover.runtime.memory;

import dev.drover.kernel.Problem;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Accounts;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.AppendConflict;
import dev.drover.spi.store.AppendToDeleted;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.GrantStore;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.InputId;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Mentions;
import dev.drover.spi.store.OwnerId;
import dev.drover.spi.store.SessionSearch;
import dev.drover.spi.store.Shelf;
import dev.drover.spi.store.Store;
import dev.drover.spi.store.WaitingSession;
import dev.drover.spi.store.WriteRefused;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Keeps sessions in memory, and forgets them when it is closed.
///
/// Any thread may call any method. Each session has a lock of its own; nothing that is shared by
/// sessions is touched by an append, unless it creates a session or changes what lists show.
public final class MemoryStore implements Store {
  private final ConcurrentMap<SessionId, MemorySession> sessions = new ConcurrentHashMap<>();

  /// By ordinal. Written under this store's monitor, so that no ordinal is seen before a lower one.
  private final NavigableMap<Long, MemorySession> created = new ConcurrentSkipListMap<>();

  /// Ids that are not used again.
  private final Set<SessionId> deleted = ConcurrentHashMap.newKeySet();

  private final MemoryAccounts accounts = new MemoryAccounts(this::leaseOf, this::requireOpen);
  private final MemoryGrants grants = new MemoryGrants(this::requireOpen);
  private final MemoryIndex index = new MemoryIndex(accounts, grants);
  private final ConcurrentMap<OwnerId, Instant> owners = new ConcurrentHashMap<>();
  private final Journal journal = new JournalSide();
  private final Inbox inbox = new InboxSide();
  private final MemoryBlobs blobs = new MemoryBlobs(this::addMentions, this::requireOpen);
  private final MemoryShelf shelf = new MemoryShelf(this::requireSession, this::requireOpen);
  private final Leases leases = new LeaseSide();
  private final Catalog catalog = new MemoryCatalog(new CatalogSide(), index);
  private volatile boolean closed;

  /// Of the session that was created last, be it deleted or not. Guarded by this store's monitor.
  private long lastOrdinal;

  public MemoryStore() {}

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
  public Shelf shelf() {
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
  public Accounts accounts() {
    return accounts;
  }

  private @Nullable Instant leaseOf(OwnerId owner) {
    return owners.get(owner);
  }

  /// There is no other process, so there is never a hint.
  @Override
  public Subscription onForeignChange(Runnable hint) {
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

  /// Whether a process holds the session that has not left.
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
      throw new WriteRefused(session, "it does not exist");
    }
  }

  private synchronized void create(Append append) {
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

  /// Both, or neither.
  private synchronized void continued(MemorySession source, Append append, Append next) {
    requireOpen();
    if (sessions.containsKey(next.session()) || deleted.contains(next.session())) {
      throw new WriteRefused(next.session(), "it is there already, or was deleted");
    }
    var lineage = new Lineage(source, next.after());
    var successor = new MemorySession(next.session(), lastOrdinal + 1, index, lineage);
    successor.prepare(next);
    try {
      synchronized (source) {
        source.append(append);
        successor.begin(source.forked(next.session(), next.after()));
        successor.write(next);
        // Whoever sees the one sees the other.
        sessions.put(next.session(), successor);
        created.put(++lastOrdinal, successor);
      }
    } catch (PortException refused) {
      successor.giveUp(next);
      throw refused;
    }
    shelf.share(append.session(), next.session());
  }

  private MemorySession fresh(Append append) {
    var none = new Lineage(null, 0);
    var session = new MemorySession(append.session(), lastOrdinal + 1, index, none);
    session.append(append);
    return session;
  }

  private MemorySession forked(Append append, SessionId from) {
    var source = sessions.get(from);
    if (source == null) {
      throw new WriteRefused(append.session(), "session %s does not exist".formatted(from));
    }
    var lineage = new Lineage(source, append.after());
    var fork = new MemorySession(append.session(), lastOrdinal + 1, index, lineage);
    fork.begin(source.forked(append.session(), append.after()));
    try {
      fork.append(append);
    } catch (PortException refused) {
      source.forgetFork(append.session());
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
      throw new AppendToDeleted(session);
    }
  }

  private void addMentions(Mentions mentions) {
    for (var approval : index.approvals()) {
      add(approval.preview(), mentions);
      add(approval.call().arguments(), mentions);
    }
    created.values().forEach(session -> session.addTo(mentions));
  }

  private static void add(Text text, Mentions mentions) {
    if (text instanceof Text.Stored(var name, _)) {
      mentions.add(name);
    }
  }

  private final class JournalSide implements Journal {
    @Override
    public void append(Append append) {
      if (append.after() == 0 || append.fork().isPresent()) {
        create(append);
      } else {
        advance(append);
      }
      var changes = append.changes();
      for (int i = 0; i < changes.size(); i++) {
        if (changes.get(i) instanceof Change.MessageSent(var item)) {
          find(item.session()).ifPresent(to -> to.put(item, Integer.MAX_VALUE));
        }
      }
    }

    private void advance(Append append) {
      requireOpen();
      var session = sessions.get(append.session());
      if (session == null) {
        requireUndeleted(append.session());
        throw new AppendConflict(append.session(), append.after(), 0);
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
    public long trim(SessionId session, Snapshot snapshot, List<Stretch> dropped) {
      Journal.requireCovered(snapshot, dropped);
      return find(session)
          .orElseThrow(() -> new WriteRefused(session, "it does not exist"))
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
    public List<WaitingSession> unheard(SessionSearch search, OwnerId by) {
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
      find(session).ifPresent(found -> found.settle(input, new Fate.Ignored(why)));
    }

    @Override
    public Optional<Fate> fate(SessionId session, InputId input) {
      return find(session).flatMap(found -> found.fate(input));
    }
  }

  private final class LeaseSide implements Leases {
    @Override
    public void renew(OwnerId owner, Instant until) {
      requireOpen();
      owners.put(owner, until);
    }

    @Override
    public void release(OwnerId owner) {
      requireOpen();
      owners.remove(owner);
      index.awake(Instant.MAX).forEach(session -> session.letGo(owner));
    }

    @Override
    public List<Lease> processes() {
      requireOpen();
      return owners.entrySet().stream()
          .map(entry -> new Lease(entry.getKey(), entry.getValue()))
          .toList();
    }

    @Override
    public void expire(Lease gone, Instant at) {
      requireOpen();
      if (owners.remove(gone.owner(), gone.until())) {
        index.asleep(at).forEach(session -> session.letGo(gone.owner()));
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
    public void letGo(OwnerId owner, SessionId session, long after) {
      find(session).ifPresent(found -> found.letGo(owner, after));
    }

    @Override
    public Optional<Lease> holder(SessionId session) {
      return find(session)
          .map(MemorySession::owner)
          .flatMap(
              owner ->
                  Optional.ofNullable(owners.get(owner)).map(until -> new Lease(owner, until)));
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
