package dev.drover.internal.session;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.policy.Policy;
import dev.drover.problem.StoreFailed;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import dev.drover.testkit.VirtualTime;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A store that fails during a run and recovers: callers get an error, and the run continues.
@Tag("A2")
@Tag("A4")
@Timeout(60)
final class StoreFaultTest {
  private static final SessionId SESSION = new SessionId("s-1");

  /// Open, accept, reply and start, two outcomes, reply and finish.
  private static final int APPENDS = 6;

  /// How often an outcome is written before it is given up.
  private static final int TRIES = 8;

  private final VirtualTime time = new VirtualTime();
  private final AtomicInteger payments = new AtomicInteger();
  private final AtomicInteger looks = new AtomicInteger();

  /// A failure of appends.
  ///
  /// @param first the append at which the store begins to fail, counted from 1
  /// @param last the last append that fails
  /// @param isKept whether the failed append was written
  record Fault(String code, int first, int last, boolean isKept) {
    boolean strikes(int append) {
      return append >= first && append <= last;
    }
  }

  private static final Fault FROM_THE_FIRST_OUTCOME_ON =
      new Fault("store_unavailable", 4, Integer.MAX_VALUE, false);

  static Stream<Fault> onceAtEachAppend() {
    return Stream.of("store_full", "store_locked", "store_unavailable")
        .flatMap(
            code ->
                Stream.of(false, true)
                    .flatMap(
                        isKept ->
                            Stream.iterate(1, append -> append + 1)
                                .limit(APPENDS)
                                .map(append -> new Fault(code, append, append, isKept))));
  }

  /// Fails as configured, and works again afterwards.
  private static final class BreakingStore extends StoreWrapper {
    private final Fault fault;
    private final AtomicInteger appends = new AtomicInteger();
    private final AtomicInteger unread = new AtomicInteger();
    private volatile boolean isMended;
    private int blind;

    BreakingStore(Store inner, Fault fault) {
      super(inner);
      this.fault = fault;
    }

    /// Starting with the next failing append, this many reads fail as well.
    BreakingStore blindFor(int reads) {
      blind = reads;
      return this;
    }

    void mend() {
      isMended = true;
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public Optional<Slice> read(SessionId session, long after, int limit) {
          if (unread.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw broken();
          }
          return super.read(session, after, limit);
        }

        @Override
        public void append(Journal.Append append) {
          boolean strikes = fault.strikes(appends.incrementAndGet()) && !isMended;
          if (!strikes || fault.isKept()) {
            super.append(append);
          }
          if (strikes) {
            unread.set(blind);
            throw broken();
          }
        }
      };
    }

    private PortException broken() {
      return new PortException(
          new Problem(fault.code(), "Broken", "the disk does not answer", "Wait."), null);
    }
  }

  private Session open(Drover drover) {
    return drover
        .agent("payer")
        .model(FakeModel.playing(calls("pay", "look"), says("done")))
        .tools(
            FakeTool.unsafe(
                "pay",
                _ -> {
                  payments.incrementAndGet();
                  return done("paid");
                }),
            FakeTool.pure(
                "look",
                _ -> {
                  looks.incrementAndGet();
                  return done("seen");
                }))
        .policy(Policy.ALLOW_ALL)
        .build()
        .open(SESSION);
  }

  /// An agent whose payment signals its start, and continues when it is allowed to.
  private Session openPayer(Drover drover, CountDownLatch begun, CountDownLatch goOn) {
    return drover
        .agent("payer")
        .model(FakeModel.playing(calls("pay"), says("done")))
        .tools(
            FakeTool.unsafe(
                "pay",
                _ -> {
                  payments.incrementAndGet();
                  begun.countDown();
                  goOn.await();
                  return done("paid");
                }))
        .policy(Policy.ALLOW_ALL)
        .build()
        .open(SESSION);
  }

  private static Run send(Session session) {
    return session.send(Ask.of("pay").withKey("once"));
  }

  /// Repeats an operation that failed because of the store.
  private static <T> T persistently(Supplier<T> wish) {
    while (true) {
      try {
        return wish.get();
      } catch (StoreFailed | PortException broken) {
        assertThat(broken).hasMessageContaining("the disk does not answer");
      }
    }
  }

  private static List<ToolOutcome> outcomes(Session session) {
    return session.history().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(message -> ((Message.ToolResult) message).outcome())
        .toList();
  }

  private void check(Store store, Fault fault) {
    try (var drover = Drover.on(new BreakingStore(store, fault)).time(time).build()) {
      if (fault.first() == 1 && !fault.isKept()) {
        assertThatThrownBy(() -> open(drover))
            .isInstanceOf(StoreFailed.class)
            .hasMessageContaining(fault.code());
      }
      var session = open(drover);
      if (fault.first() == 2 && !fault.isKept()) {
        assertThatThrownBy(() -> send(session))
            .isInstanceOf(StoreFailed.class)
            .hasMessageContaining(fault.code());
      }
      var run = send(session);
      assertThat(ApprovalWaits.forEnd(run, time).text()).isEqualTo("done");
      assertThat(drover.queries().runs(SESSION)).hasSize(1);
      assertThat(payments).hasValue(1);
      assertThat(looks).hasValue(1);
      assertThat(outcomes(session)).containsExactly(done("paid"), done("seen"));
      var entries =
          drover.queries().page(Cursor.start(SESSION), 1_000).items().stream()
              .map(Notice.Happened::entry)
              .toList();
      assertThat(entries)
          .extracting(entry -> (Object) entry.event().getClass())
          .doesNotContain(Event.RunRecovered.class);
      assertThat(Replay.of(entries)).isInstanceOf(ReplayReport.class);
    }
  }

  @ParameterizedTest
  @MethodSource("onceAtEachAppend")
  void oneFailureAtAnyAppendLosesAndRepeatsNothingInMemory(Fault fault) {
    check(new MemoryStore(), fault);
  }

  @ParameterizedTest
  @MethodSource("onceAtEachAppend")
  void oneFailureAtAnyAppendLosesAndRepeatsNothingOnDisk(Fault fault, @TempDir Path folder) {
    check(SqliteStore.open(folder.resolve("drover.db")), fault);
  }

  /// Whether it was written is unknown until the store can be read again.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void anUnconfirmedWriteToAnUnreadableStoreLosesAndRepeatsNothing(int append) {
    var fault = new Fault("store_unavailable", append, append, true);
    var store = new BreakingStore(new MemoryStore(), fault).blindFor(3);
    try (var drover = Drover.on(store).time(time).build()) {
      var session = persistently(() -> open(drover));
      var run = persistently(() -> send(session));
      assertThat(persistently(() -> ApprovalWaits.forEnd(run, time)).text()).isEqualTo("done");
      assertThat(drover.queries().runs(SESSION)).hasSize(1);
      assertThat(payments).hasValueLessThanOrEqualTo(1);
      var outcome = outcomes(session).getFirst();
      assertThat(outcome instanceof ToolOutcome.Unknown || outcome.equals(done("paid"))).isTrue();
      assertThat(payments.get() == 1 || outcome instanceof ToolOutcome.Unknown).isTrue();
    }
  }

  @Test
  void anOutcomeLostInALongOutageIsUnknownAndTheRunContinuesAfterIt() {
    var fault = new Fault("store_full", 4, 4 + TRIES * 3, false);
    try (var drover = Drover.on(new BreakingStore(new MemoryStore(), fault)).time(time).build()) {
      var session = open(drover);
      var run = send(session);
      assertThat(ApprovalWaits.forEnd(run, time).text()).isEqualTo("done");
      assertThat(payments).hasValue(1);
      assertThat(outcomes(session).getFirst()).isInstanceOf(ToolOutcome.Unknown.class);
    }
  }

  @Test
  @Tag("A12")
  void aRunWhoseEndCannotBeWrittenOnCloseContinuesAfterTheOutage() throws Exception {
    var begun = new CountDownLatch(1);
    var store = new BreakingStore(new MemoryStore(), FROM_THE_FIRST_OUTCOME_ON);
    try (var drover = Drover.on(store).time(time).build()) {
      var session = openPayer(drover, begun, new CountDownLatch(1));
      var run = send(session);
      begun.await();
      session.close();
      assertThat(drover.queries().report(run.id())).isEmpty();
      store.mend();
      while (drover.queries().report(run.id()).isEmpty()) {
        time.advanceToNext();
        assertThat(Thread.interrupted()).as("out of time").isFalse();
      }
      assertThat(payments).hasValue(1);
      assertThat(drover.queries().snapshot(SESSION).currentRun()).isEmpty();
    }
  }

  @Test
  void aFailedSendDoesNotAffectTheCurrentRun() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var fault = new Fault("store_full", 4, 4, false);
    try (var drover = Drover.on(new BreakingStore(new MemoryStore(), fault)).time(time).build()) {
      var session = openPayer(drover, begun, goOn);
      var run = send(session);
      begun.await();
      var later = Ask.of("and a receipt").whenBusy(WhenBusy.QUEUE);
      assertThatThrownBy(() -> session.send(later)).isInstanceOf(StoreFailed.class);
      goOn.countDown();
      assertThat(run.await().text()).isEqualTo("done");
      assertThat(outcomes(session)).containsExactly(done("paid"));
      assertThat(session.send(later).await().text()).isEqualTo("done");
    }
  }
}
