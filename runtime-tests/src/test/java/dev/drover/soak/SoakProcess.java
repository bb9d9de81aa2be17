package dev.drover.soak;

import dev.drover.Agent;
import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Session;
import dev.drover.budget.ModelPrices;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.problem.DroverException;
import dev.drover.problem.StoreFailed;
import dev.drover.session.ModelRetries;
import dev.drover.soak.SoakWorld.Mood;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.task.TaskAssignment;
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

/// One of several programs that perform random operations on the same sessions until they are
/// killed or their input ends. Arguments: folder, name, number of sessions, seed, mood. A quiet one
/// starts nothing itself: it takes over unfinished work, and ends when nothing is active.
final class SoakProcess {
  static final String READY = "ready";
  static final String SETTLED = "settled";

  private static final int HANDS = 4;
  private static final int WAITING = 12;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final String name;
  private final int sessions;
  private final ActionLog notes;
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
    notes = ActionLog.of(folder, name);
    store = SqliteStore.open(store(folder));
    drover = drover(store);
    agents = new SoakWorld(notes, name, mood, seed).agents(drover);
  }

  static Drover drover(Store store) {
    return Drover.on(store)
        .retries(new ModelRetries(3, Duration.ofMillis(10), Duration.ofMillis(40), 0.2))
        .prices(
            ModelPrices.NONE.with("fake/soak", ModelPrices.perMillion("3", "15", "0.3", "3.75")))
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

  /// Refusals are expected; any other exception is an error.
  private void attempt(Runnable deed) {
    try {
      deed.run();
    } catch (DroverException refused) {
      boolean isExpected = leaves || !(refused instanceof StoreFailed);
      notes.write(isExpected ? "refused" : "trouble", refused.problem());
    } catch (RuntimeException bug) {
      // A process that leaves closes the store, while its threads may still read.
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
      session.budgets().set(BudgetSet.NONE.ofAccount(SoakWorld.ACCOUNT).ofSession(most));
    }
  }

  /// A run that was accepted must exist from now on.
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
    var one = TaskAssignment.to(SoakWorld.SCOUT, "Look.");
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

  /// A one-shot completion. Its text is in no journal, so its name is noted.
  private void ask(Session session) {
    var key = name + "-" + keys.incrementAndGet();
    notes.write("asked", key, session.complete(key, "What is it about?"));
  }

  /// Operations that wait for others run on their own thread.
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
      ApprovalAnswer answer =
          dice < 7
              ? new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE)
              : new ApprovalAnswer.No(
                  "no", dice < 9 ? ApprovalAnswer.OnDenial.GO_ON : ApprovalAnswer.OnDenial.STOP);
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

  /// Takes over everything, as a restarted process does, and waits until all is idle.
  private void settle() throws InterruptedException {
    var chance = new SplittableRandom(1);
    long end = System.nanoTime() + PATIENCE.toNanos();
    for (var row : drover.queries().sessions()) {
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
    var going = drover.queries().unfinished().stream().map(SessionRow::session).toList();
    var unread = store.inbox().sessionsWaiting();
    var asked = drover.approvals().open();
    return going.isEmpty() && unread.isEmpty() && asked.isEmpty()
        ? ""
        : "going %s, unread %s, asked %s".formatted(going, unread, asked);
  }
}
