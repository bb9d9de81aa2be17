package dev.drover.testkit;

import dev.drover.kernel.Answer;
import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Retries;
import dev.drover.runtime.Session;
import dev.drover.runtime.budget.Prices;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.problem.StoreFailed;
import dev.drover.runtime.task.Assignment;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.SoakWorld.Mood;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// One of several programs that are at work on the same sessions and do whatever comes to their
/// minds until they are killed, or until their input ends. Arguments: folder, name, number of
/// sessions, seed, mood. A quiet one does nothing of its own: it takes over what was left, and ends
/// when nothing is going any more.
final class SoakProcess {
  static final String READY = "ready";
  static final String SETTLED = "settled";

  private static final int HANDS = 4;
  private static final int WAITING = 12;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final String name;
  private final int sessions;
  private final Notebook notes;
  private final Store store;
  private final Drover drover;
  private final Map<String, Agent> agents;
  private final Semaphore waiting = new Semaphore(WAITING);
  private final AtomicLong keys = new AtomicLong();
  private volatile boolean leaves;

  private SoakProcess(Path folder, String name, int sessions, long seed, Mood mood)
      throws IOException {
    this.name = name;
    this.sessions = sessions;
    notes = Notebook.of(folder, name);
    store = SqliteStore.open(store(folder));
    drover = drover(store);
    agents = new SoakWorld(notes, name, mood, seed).agents(drover);
  }

  static Drover drover(Store store) {
    return Drover.on(store)
        .retries(new Retries(3, Duration.ofMillis(10), Duration.ofMillis(40), 0.2))
        .prices(Prices.NONE.with("fake/soak", Prices.perMillion("3", "15", "0.3", "3.75")))
        .loadedSessions(20)
        .build();
  }

  static Path store(Path folder) {
    return folder.resolve("soak.db");
  }

  public static void main(String[] args) throws Exception {
    var mood = Mood.valueOf(args[4]);
    long seed = Long.parseLong(args[3]);
    var process = new SoakProcess(Path.of(args[0]), args[1], Integer.parseInt(args[2]), seed, mood);
    switch (mood) {
      case LIVELY -> process.live(new SplittableRandom(seed));
      case QUIET -> process.settle();
    }
  }

  private void live(SplittableRandom chance) throws IOException {
    for (int i = 0; i < HANDS; i++) {
      var own = chance.split();
      Thread.ofVirtual().start(() -> work(own));
    }
    var first = chance.split();
    attempt(() -> something(first));
    System.out.println(READY);
    while (System.in.read() >= 0) {}
    leaves = true;
    drover.disconnect();
    Runtime.getRuntime().halt(0);
  }

  private void work(SplittableRandom chance) {
    while (!leaves) {
      attempt(() -> something(chance));
    }
  }

  /// Whatever is refused is refused; anything else must not happen.
  private void attempt(Runnable deed) {
    try {
      deed.run();
    } catch (DroverException refused) {
      boolean isExpected = leaves || !(refused instanceof StoreFailed);
      notes.write(isExpected ? "refused" : "trouble", refused.problem());
    } catch (RuntimeException bug) {
      // Whoever leaves lets go of the store, and others may still be reading.
      notes.write(leaves ? "left" : "trouble", bug);
    }
  }

  private void something(SplittableRandom chance) {
    int number = chance.nextInt(sessions);
    var agent = number % 5 == 0 ? SoakWorld.MISER : SoakWorld.CLERK;
    var session = Objects.requireNonNull(agents.get(agent)).open(new SessionId("s-" + number));
    int dice = chance.nextInt(100);
    if (dice < 30) {
      sent(session, Ask.of("Go.").whenBusy(WhenBusy.QUEUE));
    } else if (dice < 40) {
      sent(session, Ask.of("Now."));
    } else if (dice < 46) {
      sent(session, Ask.of("By the way.").whenBusy(WhenBusy.STEER));
    } else if (dice < 52) {
      session.cancel();
    } else if (dice < 55) {
      session.close();
    } else if (dice < 60) {
      session.disconnect();
    } else if (dice < 63) {
      fork(session);
    } else if (dice < 64) {
      notes.write("sent", session.handOff(SoakWorld.HEIR, "Go on.").id());
    } else if (dice < 70) {
      delegate(session, chance);
    } else if (dice < 82) {
      answer(chance);
    } else if (dice < 92) {
      complete(chance);
    } else if (dice < 95) {
      compact(session, chance);
    } else if (dice < 97) {
      call(session);
    } else if (dice < 98) {
      inItsOwnTime(() -> ask(session));
    } else {
      var most = Budget.NONE.toolCalls(10 + chance.nextInt(100));
      session.budgets().set(Budgets.NONE.ofAccount(SoakWorld.ACCOUNT).ofSession(most));
    }
  }

  /// A run that was promised is there for ever.
  private void sent(Session session, Ask ask) {
    var key = name + "-" + keys.incrementAndGet();
    var run = session.send(ask.withKey(key));
    notes.write("sent", run.id(), key);
  }

  private void fork(Session session) {
    var fork = session.fork();
    sent(fork, Ask.of("And here?"));
    if (keys.get() % 2 == 0) {
      fork.disconnect();
    }
  }

  private void delegate(Session session, SplittableRandom chance) {
    var one = Assignment.to(SoakWorld.SCOUT, "Look.");
    switch (chance.nextInt(3)) {
      case 0 -> inItsOwnTime(() -> session.tasks().run(one));
      case 1 -> inItsOwnTime(() -> session.tasks().runAll(List.of(one, one, one)));
      case 2 -> notes.write("sent", session.tasks().start(one).id());
      default -> throw new IllegalStateException();
    }
  }

  private void call(Session session) {
    inItsOwnTime(() -> session.tool("pay", Map.of()));
  }

  /// Beside the conversation. What was said is in no journal, so it is noted under which name it
  /// was.
  private void ask(Session session) {
    var key = name + "-" + keys.incrementAndGet();
    notes.write("asked", key, session.complete(key, "What is it about?"));
  }

  /// What waits for others must not keep the hand from doing something else.
  private void inItsOwnTime(Runnable deed) {
    if (waiting.tryAcquire()) {
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  attempt(deed);
                } finally {
                  waiting.release();
                }
              });
    }
  }

  private void compact(Session session, SplittableRandom chance) {
    if (chance.nextBoolean()) {
      session.compact(1 + chance.nextInt(3));
    } else {
      session.compact();
    }
  }

  private void answer(SplittableRandom chance) {
    for (var question : drover.approvals().open()) {
      int dice = chance.nextInt(10);
      Answer answer =
          dice < 7
              ? new Answer.Yes(Answer.Scope.ONCE)
              : new Answer.No("no", dice < 9 ? Answer.Then.GO_ON : Answer.Then.STOP);
      drover.approvals().answer(question.id(), answer, name);
    }
  }

  private void complete(SplittableRandom chance) {
    for (var call : drover.deferrals().waiting()) {
      if (chance.nextInt(5) == 0) {
        drover.deferrals().fail(call.key(), "it did not work", name);
      } else {
        drover.deferrals().complete(call.key(), "it is done", name);
      }
    }
  }

  /// Takes over everything, as a process does that comes back, and waits until all is at rest.
  private void settle() throws InterruptedException {
    var chance = new SplittableRandom(1);
    long end = System.nanoTime() + PATIENCE.toNanos();
    for (var row : drover.archive().sessions()) {
      var agent = agents.get(row.agent());
      if (agent != null) {
        agent.open(row.session(), OpenMode.RESUME);
      }
    }
    while (!isAtRest() && System.nanoTime() < end) {
      attempt(() -> answer(chance));
      attempt(() -> complete(chance));
      boolean never = new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS);
      assert !never;
    }
    System.out.println(isAtRest() ? SETTLED : "not at rest: " + unsettled());
    drover.disconnect();
    Runtime.getRuntime().halt(0);
  }

  private boolean isAtRest() {
    return unsettled().isEmpty();
  }

  private String unsettled() {
    var going = drover.archive().unfinished().stream().map(SessionRow::session).toList();
    var unread = store.inbox().sessionsWaiting();
    var asked = drover.approvals().open();
    return going.isEmpty() && unread.isEmpty() && asked.isEmpty()
        ? ""
        : "going %s, unread %s, asked %s".formatted(going, unread, asked);
  }
}
