package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Answer;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Processes that live do what one that died has left, and nobody opens the session for that. The
/// dead one is a runtime whose clock stands still: it does not renew its lease.
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
  private final MemoryStore store = new MemoryStore();
  private final List<Drover> processes = new ArrayList<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch never = new CountDownLatch(1);
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger reads = new AtomicInteger();
  private int living;

  @BeforeEach
  void givenNamesOfTheirOwn() {
    time.freshId("p-");
  }

  @AfterEach
  void close() {
    never.countDown();
    processes.forEach(Drover::disconnect);
  }

  /// A store that outlives its processes, and counts how often they read a journal.
  private final class Shared extends StoreWrapper {
    Shared(Store inner) {
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
    var drover = Drover.on(new Shared(store)).time(clock).lease(LEASE).build();
    processes.add(drover);
    return drover;
  }

  /// One that has something of its own, so that two of its threads sleep: one renews its lease, one
  /// looks for what nobody drives.
  private Drover living() {
    var drover = process(time);
    drover.agent("greeter").model(FakeModel.playing(says("hello"))).build().open();
    living++;
    return drover;
  }

  /// Begins to pay, and is gone.
  private RunId leftInTheMiddleOfPaying(EffectClass effects, AfterCrash afterCrash)
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

  /// Time goes on for those who live; each has looked around before it does.
  private void pass(Duration length) throws InterruptedException {
    var end = time.now().plus(length);
    while (time.now().isBefore(end) && takeovers().isEmpty()) {
      time.awaitSleepers(2 * living);
      time.advanceToNext();
    }
  }

  /// Whatever is taken over.
  private void passAll(Duration length) throws InterruptedException {
    var end = time.now().plus(length);
    while (time.now().isBefore(end)) {
      time.awaitSleepers(2 * living);
      time.advanceToNext();
    }
  }

  private List<Notice.Happened> events() {
    return processes.getLast().archive().page(Cursor.start(SESSION), 1_000).items();
  }

  private List<Instant> takeovers() {
    return events().stream()
        .filter(notice -> notice.event() instanceof Event.RunRecovered)
        .map(notice -> notice.entry().at())
        .toList();
  }

  private String answer(RunId run) throws InterruptedException {
    var archive = processes.getLast().archive();
    Waiting.until(() -> archive.report(run).isPresent());
    return archive.report(run).orElseThrow().text();
  }

  @ParameterizedTest(name = "{0}: the model is told {2}, and the tool was called {3} time(s)")
  @CsvSource({"PURE, RUN_AGAIN, Succeeded, 2", "UNSAFE, TELL_MODEL, Unknown, 1"})
  void aLivingProcessTakesOverWhatADeadOneDroveWhenItsLeaseIsOver(
      EffectClass effects, AfterCrash afterCrash, String told, int called)
      throws InterruptedException {
    var run = leftInTheMiddleOfPaying(effects, afterCrash);
    buildPayer(living(), effects, afterCrash);
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
  void ofTwoThatLiveOneTakesOver() throws InterruptedException {
    var run = leftInTheMiddleOfPaying(EffectClass.PURE, AfterCrash.RUN_AGAIN);
    buildPayer(living(), EffectClass.PURE, AfterCrash.RUN_AGAIN);
    buildPayer(living(), EffectClass.PURE, AfterCrash.RUN_AGAIN);
    pass(IN_TIME);
    assertThat(answer(run)).isEqualTo("Succeeded");
    assertThat(takeovers()).hasSize(1);
    assertThat(calls).hasValue(2);
  }

  @Test
  void aProcessWithoutTheAgentLeavesTheSessionAloneUntilItHasTheAgent()
      throws InterruptedException {
    var run = leftInTheMiddleOfPaying(EffectClass.PURE, AfterCrash.RUN_AGAIN);
    var other = living();
    long before = events().size();
    reads.set(0);
    pass(IN_TIME.multipliedBy(2));
    assertThat(events()).hasSize((int) before);
    buildPayer(other, EffectClass.PURE, AfterCrash.RUN_AGAIN);
    assertThat(answer(run)).isEqualTo("Succeeded");
  }

  /// A provider says when to come back; a person is asked and does not answer.
  private RunId leftWaiting(Drover drover, String session) throws InterruptedException {
    var agent = waiter(drover).build().open(new SessionId(session), OpenMode.CREATE);
    var run = agent.send("go");
    Waiting.until(() -> !run.snapshot().waitingFor().isEmpty());
    return run.id();
  }

  private AgentBuilder waiter(Drover drover) {
    return drover.agent("waiter").model(new FakeModel((request, _) -> reply(request.attempt())));
  }

  private ModelReply reply(int attempt) throws ModelException {
    calls.incrementAndGet();
    if (attempt == 1) {
      throw Fakes.broken(new Failure.Retry.Later(HOUR));
    }
    return says("at last");
  }

  @Test
  void aRetryOfADeadProcessIsMadeWhenItFallsDueAndNotBefore() throws InterruptedException {
    var run = leftWaiting(process(stopped), SESSION.value());
    waiter(living()).build();
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
  void whatWaitsForLaterIsNotRead() throws InterruptedException {
    var dead = process(stopped);
    for (int i = 1; i <= 50; i++) {
      leftWaiting(dead, "s-waiting-" + i);
    }
    waiter(living()).build();
    reads.set(0);
    passAll(Duration.ofMinutes(2));
    assertThat(reads).hasValue(0);
  }

  @Test
  @Tag("E3")
  void aQuestionOfADeadProcessExpires() throws InterruptedException {
    var session = asker(process(stopped), HOUR).build().open(SESSION);
    var run = session.send("pay");
    Waiting.forQuestion(processes.getFirst(), run);
    var alive = living();
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
  void whatWasSaidToADeadProcessIsHeard() throws InterruptedException {
    var session = asker(process(stopped), HOUR).build().open(SESSION);
    var run = session.send("pay");
    var question = Waiting.forQuestion(processes.getFirst(), run);
    var alive = living();
    asker(alive, HOUR).build();
    var messenger = process(time);
    var yes = new Answer.Yes(Answer.Scope.ONCE);
    Thread.ofVirtual().start(() -> messenger.approvals().answer(question.id(), yes, "anna"));
    Waiting.until(() -> !store.inbox().waiting(SESSION, 1).isEmpty());
    passAll(IN_TIME);
    assertThat(answer(run.id())).isEqualTo("Succeeded");
    assertThat(calls).hasValue(1);
  }
}
