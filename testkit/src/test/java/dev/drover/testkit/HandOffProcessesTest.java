package dev.drover.testkit;

import static dev.drover.testkit.HandOffStage.FIRST;
import static dev.drover.testkit.HandOffStage.MESSAGE;
import static dev.drover.testkit.HandOffStage.NEXT;
import static dev.drover.testkit.HandOffStage.billing;
import static dev.drover.testkit.HandOffStage.clerk;
import static dev.drover.testkit.Journals.assertStrictlyReplayed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Event;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.problem.DroverException;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
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

/// Conversations that are handed on while processes die, and while others look on.
@Tag("B15")
@Timeout(60)
final class HandOffProcessesTest {
  @Test
  void theLinkHoldsAfterARestartAndInAnotherProcess(@TempDir Path folder) {
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
      assertThat(one.archive().state(NEXT).totals().runs()).isEqualTo(2);
    }
  }

  @Test
  @Tag("B2")
  void aPromptThatWaitsInTheInboxWhileItIsHandedOnReachesTheSuccessor(@TempDir Path folder)
      throws Exception {
    var file = folder.resolve("store.db");
    var handingOn = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var slow =
        new StoreWrapper(SqliteStore.open(file)) {
          @Override
          public Journal journal() {
            return new JournalWrapper(super.journal()) {
              @Override
              public void append(Append append) {
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
      Waiting.until(() -> !store.inbox().waiting(FIRST, 1).isEmpty());
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
  void aHandOffThatIsKilledAfterAnyAppendEndsAsItWouldHaveOnMemory() {
    cutEverywhere(MemoryStore::new);
  }

  @Test
  @Tag("A12")
  void aHandOffThatIsKilledAfterAnyAppendEndsAsItWouldHaveOnSqlite(@TempDir Path folder) {
    var files = new AtomicInteger();
    cutEverywhere(() -> SqliteStore.open(folder.resolve("s" + files.incrementAndGet() + ".db")));
  }

  private static void cutEverywhere(Supplier<Store> stores) {
    // Open, accept, reply and start, hand on and begin, reply and finish.
    int appends = 5;
    try (var store = stores.get()) {
      var whole = new MortalStore(store, MortalStore.IMMORTAL);
      live(whole);
      assertThat(whole.appends()).isEqualTo(appends);
    }
    for (int cut = 1; cut <= appends; cut++) {
      try (var store = stores.get()) {
        live(new MortalStore(store, cut));
        live(new MortalStore(store, MortalStore.IMMORTAL));
        try (var reader = Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build()) {
          assertThat(reader.archive().sessions()).as("cut %d", cut).hasSize(2);
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
    return Journals.events(drover, session, Event.RunFinished.class).stream()
        .map(Event.RunFinished::outcome)
        .toList();
  }

  /// One process, from its start to its end or its death.
  private static void live(MortalStore store) {
    var drover = Drover.on(store).build();
    try {
      billing(drover);
      var session = clerk(drover).build().open(FIRST);
      var run = session.send(Ask.of("refund").withKey("once"));
      var id = run.id();
      while (!store.isDead()) {
        var report = drover.archive().report(id);
        if (report.isEmpty()) {
          run.await(Duration.ofMillis(5));
        } else if (report.get().successor() == null) {
          return;
        } else {
          id = report.get().goesOn().orElseThrow().run();
        }
      }
    } catch (DroverException dead) {
      if (!store.isDead()) {
        throw dead;
      }
    } finally {
      drover.disconnect();
    }
  }
}
