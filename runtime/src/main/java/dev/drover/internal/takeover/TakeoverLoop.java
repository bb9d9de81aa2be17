package dev.drover.internal.takeover;

import dev.drover.internal.cluster.ProcessLease;
import dev.drover.internal.concurrent.PendingResult;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Catalog.SessionSearch;
import dev.drover.spi.store.Catalog.WaitingSession;
import dev.drover.spi.store.Store;
import dev.drover.spi.time.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds work that no process does, for the agents of this process: runs whose process died or
/// left, retries and deadlines that are due in sessions that no process holds, and unread inputs.
///
/// It scans once or twice a second. Each scan reads the list of processes, which is short, and asks
/// the store for due sessions; sessions that wait for a later time are not read. Their writers take
/// them over, some sessions at a time: a process takes no more than it has begun to work on. There
/// is no leader. Processes scan at different times, and if two of them take over the same session,
/// the journal's conditional append decides; the other one stops.
///
/// All methods may be called by any thread.
public final class TakeoverLoop {
  private static final Logger LOG = LoggerFactory.getLogger(TakeoverLoop.class);
  private static final int PAGE = 64;
  private static final Duration PAUSE = Duration.ofMillis(500);

  /// How long an input is left to the process that should consume it.
  private static final Duration GRACE = Duration.ofMillis(500);

  private final Store store;
  private final Time time;
  private final ProcessLease presence;
  private final TakeoverSessions sessions;
  private final Duration patience;
  private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
  // How many scans were requested during a scan; 0 if there is no scan in progress.
  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicReference<@Nullable PendingResult<Boolean>> current = new AtomicReference<>();
  // Sessions that no agent here can continue, until another agent is registered.
  private final Set<SessionId> unable = ConcurrentHashMap.newKeySet();
  private volatile boolean isEnded;
  private volatile boolean isAway;

  /// @param patience how long one session may take until the next ones are checked
  public TakeoverLoop(
      Store store, Time time, ProcessLease presence, TakeoverSessions sessions, Duration patience) {
    this.store = store;
    this.time = time;
    this.presence = presence;
    this.sessions = sessions;
    this.patience = patience;
  }

  /// Another agent was registered. Scans at once, and continues to scan.
  public void agentAdded() {
    unable.clear();
    if (isEnded || store.access() == Store.Access.READ_ONLY) {
      return;
    }
    var loop = Thread.ofVirtual().name("drover-takeover").unstarted(this::keepLooking);
    if (thread.compareAndSet(null, loop)) {
      loop.start();
    } else {
      Thread.ofVirtual().start(this::scan);
    }
  }

  /// Stops taking over. Returns when takeovers in progress have completed or were given up.
  public void end() {
    isEnded = true;
    var loop = thread.get();
    if (loop != null) {
      loop.interrupt();
    }
    var look = current.get();
    if (look != null) {
      awaitCalmly(look);
    }
  }

  private void awaitCalmly(PendingResult<Boolean> look) {
    try {
      look.await(patience.toNanos());
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private void keepLooking() {
    try {
      while (!isEnded) {
        scan();
        var jitter = Duration.ofNanos((long) (PAUSE.toNanos() * time.random()));
        time.sleepUntil(time.now().plus(PAUSE).plus(jitter));
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /// One thread scans at a time. A second one makes the first scan once more.
  private void scan() {
    if (looks.getAndIncrement() > 0) {
      return;
    }
    var look = new PendingResult<Boolean>();
    current.set(look);
    int seen;
    do {
      seen = looks.get();
      scanOnce();
    } while (!looks.compareAndSet(seen, 0));
    look.complete(true);
  }

  private void scanOnce() {
    try {
      if (!isEnded) {
        expireProcesses();
        takeOverUnattended();
        readUnreadInboxes();
      }
      isAway = false;
    } catch (PortException broken) {
      if (!isAway && !isEnded) {
        LOG.warn("cannot look for sessions that nobody drives: {}", broken.problem());
      }
      isAway = true;
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private void expireProcesses() {
    for (var lease : store.leases().processes()) {
      if (presence.isGone(lease)) {
        store.leases().expire(lease, lease.expiredAt(time.now()));
      }
    }
  }

  private void takeOverUnattended() throws InterruptedException {
    var now = time.now();
    forEachPage(
        search -> store.leases().unattended(search, now),
        page -> takeOver(page.stream().filter(row -> !sessions.isDriven(row.session()))));
  }

  private void readUnreadInboxes() throws InterruptedException {
    var before = time.now().minus(GRACE);
    forEachPage(
        search -> store.inbox().unconsumed(search, presence.owner()),
        page -> {
          var late = page.stream().filter(row -> !row.since().isAfter(before)).toList();
          // Does not wait for the driver of a session: it may be busy for long.
          late.stream()
              .filter(row -> sessions.isDriven(row.session()))
              .forEach(row -> sessions.tell(row.session(), new WriterMessage.CheckInbox()));
          takeOver(late.stream().filter(row -> !sessions.isDriven(row.session())));
        });
  }

  private interface PageReader {
    void read(List<WaitingSession> page) throws InterruptedException;
  }

  /// A page is taken over before the next one is read, so that others find the rest.
  private void forEachPage(Function<SessionSearch, List<WaitingSession>> pages, PageReader reader)
      throws InterruptedException {
    long after = 0;
    List<WaitingSession> page;
    do {
      page = pages.apply(new SessionSearch(sessions.agents(), after, PAGE));
      reader.read(page);
      after = page.isEmpty() ? after : page.getLast().ordinal();
    } while (page.size() == PAGE && !isEnded);
  }

  /// Makes the sessions that are loaded or parked here read their inboxes, if inputs of other
  /// processes wait there.
  public void wakeLoaded() {
    try {
      forEachPage(
          search -> store.inbox().unconsumed(search, presence.owner()),
          page ->
              page.stream()
                  .filter(row -> sessions.isHere(row.session()))
                  .forEach(row -> sessions.tell(row.session(), new WriterMessage.CheckInbox())));
    } catch (PortException broken) {
      // The loop scans again within a second.
      LOG.debug("cannot look for inputs of other processes: {}", broken.problem());
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private void takeOver(Stream<WaitingSession> rows) throws InterruptedException {
    var asked = new LinkedHashMap<SessionId, PendingResult<WriterMessage.TakeoverResult>>();
    rows.map(WaitingSession::session)
        .filter(session -> !unable.contains(session) && !isEnded)
        .forEach(
            session -> {
              var reply = new PendingResult<WriterMessage.TakeoverResult>();
              asked.put(session, reply);
              sessions.tell(session, new WriterMessage.TakeOver(reply));
            });
    for (var each : asked.entrySet()) {
      if (each.getValue().await(patience.toNanos()) == WriterMessage.TakeoverResult.UNABLE) {
        unable.add(each.getKey());
      }
    }
  }
}
