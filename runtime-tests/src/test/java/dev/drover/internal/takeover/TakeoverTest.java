package dev.drover.internal.takeover;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import dev.drover.testkit.VirtualTime;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Live processes continue the work of a dead one without opening the session. The dead one is a
/// runtime whose clock stands still: it does not renew its lease.
@Tag("A12")
@Tag("J2")
@Timeout(60)
final class TakeoverTest {
  private static final SessionId SESSION = new SessionId("s-left");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration IN_TIME = LEASE.plusSeconds(2);

  private final VirtualTime stopped = new VirtualTime();
  private final VirtualTime time = new VirtualTime();

  /// Of a process that only answers. On the clock of the live processes its lease renewal would be
  /// counted as one of their sleeping threads, and the clock would move during their scans.
  private final VirtualTime answering = new VirtualTime();

  private final MemoryStore store = new MemoryStore(time::now);
  private final List<Drover> processes = new ArrayList<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch never = new CountDownLatch(1);
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger reads = new AtomicInteger();
  private int living;

  @BeforeEach
  void givenNamesOfTheirOwn() {
    time.freshId("p-");
    IntStream.range(0, 10).forEach(_ -> answering.freshId("p-"));
  }

  @AfterEach
  void close() {
    never.countDown();
    processes.forEach(Drover::disconnect);
  }

  /// A store that outlives its processes, and counts their journal reads.
  private final class CountingStore extends StoreWrapper {
    CountingStore(Store inner) {
      super(inner);
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public Optional<Slice> read(SessionId session, long after, int limit) {
          reads.incrementAndGet();
          return super.read(session, after, limit);
        }
      };
    }

    @Override
    public void close() {}
  }

  private Drover process(VirtualTime clock) {
    var drover = Drover.on(new CountingStore(store)).time(clock).lease(LEASE).build();
    processes.add(drover);
    return drover;
  }

  /// A process with a session of its own, so that two of its threads sleep: the lease renewal and
  /// the takeover scan.
  private Drover liveProcess() {
    var drover = process(time);
    drover.agent("greeter").model(FakeModel.playing(says("hello"))).build().open();
    living++;
    return drover;
  }

  /// Starts a payment, and dies.
  private RunId dieDuringPayment(EffectClass effects, AfterCrash afterCrash)
      throws InterruptedException {
    var pay =
        FakeTool.of(
            "pay",
            effects,
            afterCrash,
            _ -> {
              calls.incrementAndGet();
              begun.countDown();
              never.await();
              return done("paid by the dead");
            });
    var session = payer(process(stopped)).tools(pay).build().open(SESSION);
    var run = session.send("pay");
    begun.await();
    return run.id();
  }

  private static AgentBuilder payer(Drover drover) {
    return drover
        .agent("payer")
        .model(
            new FakeModel(
                (request, _) ->
                    request.messages().getLast() instanceof Message.ToolResult result
                        ? says(result.outcome().getClass().getSimpleName())
                        : calls("pay")))
        .policy(Policy.ALLOW_ALL);
  }

  private void buildPayer(Drover drover, EffectClass effects, AfterCrash afterCrash) {
    payer(drover)
        .tools(
            FakeTool.of(
                "pay",
                effects,
                afterCrash,
                _ -> {
                  calls.incrementAndGet();
                  return done("paid");
                }))
        .build();
  }

  /// Advances the clock of the live processes once each of them has finished its scan.
  private void pass(Duration length) throws InterruptedException {
    var end = time.now().plus(length);
    while (time.now().isBefore(end) && takeovers().isEmpty()) {
      time.awaitSleepers(2 * living);
      time.advanceToNext();
    }
  }

  /// Advances the clock whatever is taken over.
  private void passAll(Duration length) throws InterruptedException {
    var end = time.now().plus(length);
    while (time.now().isBefore(end)) {
      time.awaitSleepers(2 * living);
      time.advanceToNext();
    }
  }

  private List<Notice.Happened> events() {
    return processes.getLast().queries().page(Cursor.start(SESSION), 1_000).items();
  }

  private List<Instant> takeovers() {
    return events().stream()
        .filter(notice -> notice.event() instanceof Event.RunRecovered)
        .map(notice -> notice.entry().at())
        .toList();
  }

  private String answer(RunId run) throws InterruptedException {
    var queries = processes.getLast().queries();
    ApprovalWaits.until(() -> queries.report(run).isPresent());
    return queries.report(run).orElseThrow().text();
  }

  @ParameterizedTest(name = "{0}: the model is told {2}, and the tool was called {3} time(s)")
  @CsvSource({"PURE, RUN_AGAIN, Succeeded, 2", "UNSAFE, TELL_MODEL, Unknown, 1"})
  void aLiveProcessTakesOverARunOnceTheLeaseOfItsProcessExpires(
      EffectClass effects, AfterCrash afterCrash, String told, int called)
      throws InterruptedException {
    var run = dieDuringPayment(effects, afterCrash);
    buildPayer(liveProcess(), effects, afterCrash);
    pass(IN_TIME);
    assertThat(takeovers())
        .singleElement()
        .satisfies(
            at ->
                assertThat(at)
                    .isBetween(VirtualTime.START.plus(LEASE), VirtualTime.START.plus(IN_TIME)));
    assertThat(answer(run)).isEqualTo(told);
    assertThat(calls).hasValue(called);
  }

  @Test
  void onlyOneOfTwoLiveProcessesTakesOver() throws InterruptedException {
    var run = dieDuringPayment(EffectClass.PURE, AfterCrash.RUN_AGAIN);
    buildPayer(liveProcess(), EffectClass.PURE, AfterCrash.RUN_AGAIN);
    buildPayer(liveProcess(), EffectClass.PURE, AfterCrash.RUN_AGAIN);
    pass(IN_TIME);
    assertThat(answer(run)).isEqualTo("Succeeded");
    assertThat(takeovers()).hasSize(1);
    assertThat(calls).hasValue(2);
  }

  @Test
  void aProcessTakesOverASessionOnlyOnceItHasItsAgent() throws InterruptedException {
    var run = dieDuringPayment(EffectClass.PURE, AfterCrash.RUN_AGAIN);
    var other = liveProcess();
    long before = events().size();
    reads.set(0);
    pass(IN_TIME.multipliedBy(2));
    assertThat(events()).hasSize((int) before);
    buildPayer(other, EffectClass.PURE, AfterCrash.RUN_AGAIN);
    assertThat(answer(run)).isEqualTo("Succeeded");
  }

  /// Waits for a retry of the provider, or for an approval without an answer.
  private RunId dieWhileWaiting(Drover drover, String session) throws InterruptedException {
    var agent = waiter(drover).build().open(new SessionId(session), OpenMode.CREATE);
    var run = agent.send("go");
    ApprovalWaits.until(() -> !run.snapshot().waitingFor().isEmpty());
    return run.id();
  }

  private AgentBuilder waiter(Drover drover) {
    return drover.agent("waiter").model(new FakeModel((request, _) -> reply(request.attempt())));
  }

  private ModelReply reply(int attempt) throws ModelException {
    calls.incrementAndGet();
    if (attempt == 1) {
      throw FakeAgents.broken(new Failure.Retry.Later(HOUR));
    }
    return says("at last");
  }

  @Test
  void aRetryOfADeadProcessIsMadeWhenItIsDue() throws InterruptedException {
    var run = dieWhileWaiting(process(stopped), SESSION.value());
    waiter(liveProcess()).build();
    pass(HOUR.plusSeconds(2));
    assertThat(takeovers())
        .singleElement()
        .satisfies(
            at ->
                assertThat(at)
                    .isBetween(
                        VirtualTime.START.plus(HOUR), VirtualTime.START.plus(HOUR).plusSeconds(2)));
    assertThat(answer(run)).isEqualTo("at last");
    assertThat(calls).hasValue(2);
  }

  @Test
  @Tag("J9")
  void sessionsThatAreNotDueAreNotRead() throws InterruptedException {
    var dead = process(stopped);
    for (int i = 1; i <= 50; i++) {
      dieWhileWaiting(dead, "s-waiting-" + i);
    }
    waiter(liveProcess()).build();
    reads.set(0);
    passAll(Duration.ofMinutes(2));
    assertThat(reads).hasValue(0);
  }

  @Test
  @Tag("E3")
  void anApprovalOfADeadProcessExpires() throws InterruptedException {
    var session = asker(process(stopped), HOUR).build().open(SESSION);
    var run = session.send("pay");
    ApprovalWaits.forQuestion(processes.getFirst(), run);
    var alive = liveProcess();
    asker(alive, HOUR).build();
    passAll(HOUR.minusSeconds(2));
    assertThat(alive.approvals().open()).hasSize(1);
    passAll(Duration.ofSeconds(4));
    assertThat(answer(run.id())).isEqualTo("Denied");
    assertThat(calls).hasValue(0);
  }

  private AgentBuilder asker(Drover drover, Duration within) {
    return payer(drover)
        .policy(Policy.ASK_ALWAYS)
        .answerWithin(within)
        .tools(
            FakeTool.unsafe(
                "pay",
                _ -> {
                  calls.incrementAndGet();
                  return done("paid");
                }));
  }

  @Test
  @Tag("A13")
  void inputsForADeadProcessAreDelivered() throws InterruptedException {
    var session = asker(process(stopped), HOUR).build().open(SESSION);
    var run = session.send("pay");
    var question = ApprovalWaits.forQuestion(processes.getFirst(), run);
    var alive = liveProcess();
    asker(alive, HOUR).build();
    var messenger = process(answering);
    var yes = new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE);
    Thread.ofVirtual().start(() -> messenger.approvals().answer(question.id(), yes, "anna"));
    ApprovalWaits.until(() -> !store.inbox().waiting(SESSION, 1).isEmpty());
    passAll(IN_TIME);
    assertThat(answer(run.id())).isEqualTo("Succeeded");
    assertThat(calls).hasValue(1);
  }
}
