package dev.drover.runtime.writer;

import dev.drover.kernel.SessionId;
import dev.drover.spi.PortException;
import dev.drover.spi.store.SessionSearch;
import dev.drover.spi.store.Store;
import dev.drover.spi.store.WaitingSession;
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

/// Finds work that no process does, for the agents that this process has: runs whose process died
/// or left, retries and deadlines that fall due in sessions that no process holds, and unread
/// inputs.
///
/// It looks once or twice a second. Each look reads the list of processes, which is short, and asks
/// the store for sessions that are due; sessions that wait for a later time are not read. What is
/// found is taken over by its writer, some sessions at a time: a process takes no more than it has
/// begun to work on. There is no leader. Processes look at different times, and if two of them take
/// over the same session, the journal's conditional append decides; the other one stands back.
///
/// All methods may be called by any thread.
public final class TakeoverLoop {
  private static final Logger LOG = LoggerFactory.getLogger(TakeoverLoop.class);
  private static final int PAGE = 64;
  private static final Duration PAUSE = Duration.ofMillis(500);

  /// An input is left for this long to the process that was meant to take it.
  private static final Duration GRACE = Duration.ofMillis(500);

  private final Store store;
  private final Time time;
  private final Presence presence;
  private final Sessions sessions;
  private final Duration patience;
  private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
  // How often somebody wanted a look while there was one; 0 if there is none.
  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicReference<@Nullable Pending<Boolean>> current = new AtomicReference<>();
  // Sessions that no agent here can go on with, until another agent is known.
  private final Set<SessionId> unable = ConcurrentHashMap.newKeySet();
  private volatile boolean isEnded;
  private volatile boolean isAway;

  /// What the loop needs to know of the sessions in this process.
  interface Sessions {
    /// Names of the agents that are known by now.
    Set<String> agents();

    /// Whether this process drives the session.
    boolean isDriven(SessionId session);

    void tell(SessionId session, Letter letter);
  }

  /// @param patience how long one session may take until the next are looked at
  TakeoverLoop(Store store, Time time, Presence presence, Sessions sessions, Duration patience) {
    this.store = store;
    this.time = time;
    this.presence = presence;
    this.sessions = sessions;
    this.patience = patience;
  }

  /// Another agent is known. Looks at once, and goes on looking.
  public void agentAdded() {
    unable.clear();
    if (isEnded || store.access() == Store.Access.READ_ONLY) {
      return;
    }
    var loop = Thread.ofVirtual().name("drover-takeover").unstarted(this::keepLooking);
    if (thread.compareAndSet(null, loop)) {
      loop.start();
    } else {
      Thread.ofVirtual().start(this::look);
    }
  }

  /// Takes over nothing more. Returns when what was being taken over is driven here, or is left.
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

  private void awaitCalmly(Pending<Boolean> look) {
    try {
      look.await(patience.toNanos());
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private void keepLooking() {
    try {
      while (!isEnded) {
        look();
        var jitter = Duration.ofNanos((long) (PAUSE.toNanos() * time.chance()));
        time.sleepUntil(time.now().plus(PAUSE).plus(jitter));
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /// One thread looks at a time. A second one leaves it to the first to look once more.
  private void look() {
    if (looks.getAndIncrement() > 0) {
      return;
    }
    var look = new Pending<Boolean>();
    current.set(look);
    int seen;
    do {
      seen = looks.get();
      lookOnce();
    } while (!looks.compareAndSet(seen, 0));
    look.complete(true);
  }

  private void lookOnce() {
    try {
      if (!isEnded) {
        expireProcesses();
        takeOverUnattended();
        takeUnheard();
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
        var now = time.now();
        store.leases().expire(lease, lease.until().isBefore(now) ? lease.until() : now);
      }
    }
  }

  private void takeOverUnattended() throws InterruptedException {
    var now = time.now();
    forEachPage(
        search -> store.leases().unattended(search, now),
        page -> takeOver(page.stream().filter(row -> !sessions.isDriven(row.session()))));
  }

  private void takeUnheard() throws InterruptedException {
    var before = time.now().minus(GRACE);
    forEachPage(
        search -> store.inbox().unheard(search, presence.owner()),
        page -> {
          var late = page.stream().filter(row -> !row.since().isAfter(before)).toList();
          // Whoever drives a session is not waited for: it may be busy for long.
          late.stream()
              .filter(row -> sessions.isDriven(row.session()))
              .forEach(row -> sessions.tell(row.session(), new Letter.Look()));
          takeOver(late.stream().filter(row -> !sessions.isDriven(row.session())));
        });
  }

  private interface PageReader {
    void read(List<WaitingSession> page) throws InterruptedException;
  }

  /// A page is taken before the next one is read, so that others find what is left.
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

  private void takeOver(Stream<WaitingSession> rows) throws InterruptedException {
    var asked = new LinkedHashMap<SessionId, Pending<Letter.Takeover>>();
    rows.map(WaitingSession::session)
        .filter(session -> !unable.contains(session) && !isEnded)
        .forEach(
            session -> {
              var reply = new Pending<Letter.Takeover>();
              asked.put(session, reply);
              sessions.tell(session, new Letter.TakeOver(reply));
            });
    for (var each : asked.entrySet()) {
      if (each.getValue().await(patience.toNanos()) == Letter.Takeover.UNABLE) {
        unable.add(each.getKey());
      }
    }
  }
}
