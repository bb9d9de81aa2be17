package dev.drover.internal.handoff;

import static dev.drover.fixture.HandOffFixture.FIRST;
import static dev.drover.fixture.HandOffFixture.MESSAGE;
import static dev.drover.fixture.HandOffFixture.NEXT;
import static dev.drover.fixture.HandOffFixture.billing;
import static dev.drover.fixture.HandOffFixture.clerk;
import static dev.drover.fixture.WholeJournals.assertStrictlyReplayed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.WholeJournals;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.problem.DroverException;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Hand-offs while processes die, and in several processes.
@Tag("B15")
@Timeout(60)
final class HandOffProcessesTest {
  @Test
  void aHandOffHoldsAfterARestartAndInAnotherProcess(@TempDir Path folder) {
    var file = folder.resolve("store.db");
    try (var drover = Drover.on(SqliteStore.open(file)).build()) {
      billing(drover);
      clerk(drover).build().open(FIRST).ask("refund");
    }
    try (var one = Drover.on(SqliteStore.open(file)).build();
        var other = Drover.on(SqliteStore.open(file)).build()) {
      billing(one);
      billing(other);
      clerk(one).build();
      assertThat(clerk(other).build().open(FIRST).ask("there?").text())
          .isEqualTo("billing: there?");
      assertThat(one.queries().snapshot(NEXT).totals().runs()).isEqualTo(2);
    }
  }

  @Test
  @Tag("B2")
  void aPromptInTheInboxDuringAHandOffReachesTheSuccessor(@TempDir Path folder) throws Exception {
    var file = folder.resolve("store.db");
    var handingOn = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var slow =
        new StoreWrapper(SqliteStore.open(file)) {
          @Override
          public Journal journal() {
            return new JournalWrapper(super.journal()) {
              @Override
              public void append(Journal.Append append) {
                if (append.successor().isPresent()) {
                  handingOn.countDown();
                  HandOffProcessesTest.await(goOn);
                }
                super.append(append);
              }
            };
          }
        };
    var store = SqliteStore.open(file);
    try (var one = Drover.on(slow).build();
        var other = Drover.on(store).build();
        var sender = Executors.newVirtualThreadPerTaskExecutor()) {
      billing(one);
      billing(other);
      var first = clerk(one).build().open(FIRST).send("refund");
      handingOn.await();
      var second = clerk(other).build().open(FIRST, OpenMode.RESUME);
      var sent = sender.submit(() -> second.send(Ask.of("and a receipt").whenBusy(WhenBusy.QUEUE)));
      ApprovalWaits.until(() -> !store.inbox().waiting(FIRST, 1).isEmpty());
      goOn.countDown();
      assertThat(first.awaitLast().text()).isEqualTo("billing: " + MESSAGE);
      assertThat(sent.get().session()).isEqualTo(NEXT);
      assertThat(sent.get().await().text()).isEqualTo("billing: and a receipt");
      assertThat(store.inbox().waiting(FIRST, 1)).isEmpty();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  @Tag("A12")
  void aHandOffKilledAfterAnyAppendEndsTheSameInMemory() {
    cutEverywhere(MemoryStore::new);
  }

  @Test
  @Tag("A12")
  void aHandOffKilledAfterAnyAppendEndsTheSameOnSqlite(@TempDir Path folder) {
    var files = new AtomicInteger();
    cutEverywhere(() -> SqliteStore.open(folder.resolve("s" + files.incrementAndGet() + ".db")));
  }

  private static void cutEverywhere(Supplier<Store> stores) {
    // Open, accept, reply and start, hand off and begin, reply and finish.
    int appends = 5;
    try (var store = stores.get()) {
      var whole = new CrashingStore(store, CrashingStore.NEVER_CRASHES);
      live(whole);
      assertThat(whole.appends()).isEqualTo(appends);
    }
    for (int cut = 1; cut <= appends; cut++) {
      try (var store = stores.get()) {
        live(new CrashingStore(store, cut));
        live(new CrashingStore(store, CrashingStore.NEVER_CRASHES));
        try (var reader =
            Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build()) {
          assertThat(reader.queries().sessions()).as("cut %d", cut).hasSize(2);
          assertThat(ends(reader, FIRST)).as("cut %d", cut).containsExactly(handedOn());
          assertThat(ends(reader, NEXT))
              .as("cut %d", cut)
              .containsExactly(
                  handedOn(), new RunOutcome.Completed(Text.of("billing: " + MESSAGE)));
          assertStrictlyReplayed(reader, FIRST);
          assertStrictlyReplayed(reader, NEXT);
        }
      }
    }
  }

  private static RunOutcome handedOn() {
    return new RunOutcome.HandedOff(NEXT, new RunId(NEXT.value()), Text.of(MESSAGE));
  }

  private static List<RunOutcome> ends(Drover drover, SessionId session) {
    return WholeJournals.events(drover, session, Event.RunFinished.class).stream()
        .map(Event.RunFinished::outcome)
        .toList();
  }

  /// One process, from its start to its end or its crash.
  private static void live(CrashingStore store) {
    var drover = Drover.on(store).build();
    try {
      billing(drover);
      var session = clerk(drover).build().open(FIRST);
      var run = session.send(Ask.of("refund").withKey("once"));
      var id = run.id();
      while (!store.isCrashed()) {
        var report = drover.queries().report(id);
        if (report.isEmpty()) {
          run.await(Duration.ofMillis(5));
        } else if (report.get().nextRun().isEmpty()) {
          return;
        } else {
          id = report.get().nextRun().orElseThrow().run();
        }
      }
    } catch (DroverException dead) {
      if (!store.isCrashed()) {
        throw dead;
      }
    } finally {
      drover.disconnect();
    }
  }
}
