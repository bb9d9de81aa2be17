package dev.drover.internal.approval;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.DroverBuilder;
import dev.drover.Param;
import dev.drover.Run;
import dev.drover.Session;
import dev.drover.Tool;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.DeferredCallKey;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.policy.Policy;
import dev.drover.query.SessionSnapshot.ActiveToolCall;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.VirtualTime;
import dev.drover.tool.DeferredCalls.Receipt;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Deferred calls.
@Timeout(60)
final class DeferredLawTest {
  private static final SessionId SESSION = new SessionId("s-away");
  private static final DeferredCallKey KEY = new DeferredCallKey(SESSION, new EffectId(2));
  private static final Duration HOUR = Duration.ofHours(1);

  private final MemoryStore store = new MemoryStore();
  private final FakeModel model = FakeModel.playing(calls("transfer"), says("over"));
  private final AtomicInteger begun = new AtomicInteger();

  private DroverBuilder runtime() {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES));
  }

  private Session open(Drover drover, ToolDeferral terms) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(
            FakeTool.unsafe(
                "transfer",
                _ -> {
                  begun.incrementAndGet();
                  return terms;
                }))
        .policy(Policy.ALLOW_ALL)
        .build()
        .open(SESSION);
  }

  private static Run away(Session session) {
    var run = session.send("go");
    ApprovalWaits.forEvents(run, Event.ToolDeferred.class, 1);
    return run;
  }

  private static ToolOutcome outcome(Session session) {
    return session.history().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(message -> ((Message.ToolResult) message).outcome())
        .reduce((one, other) -> Collections.<ToolOutcome>emptyList().getFirst())
        .orElseThrow();
  }

  private static List<Event.ToolSettled> settled(Drover drover) {
    return drover.queries().page(Cursor.start(SESSION), 1_000).items().stream()
        .map(Notice.Happened::event)
        .filter(Event.ToolSettled.class::isInstance)
        .map(Event.ToolSettled.class::cast)
        .toList();
  }

  @Test
  void aRunWaitsForADeferredCallAndContinuesWithItsResult() {
    try (var drover = runtime().build()) {
      var session = open(drover, ToolDeferral.untilCompleted());
      var run = away(session);
      assertThat(run.status()).isEqualTo(RunStatus.WAITING);
      assertThat(run.snapshot().waitingFor()).isEqualTo("the completion of s-away.e2");
      assertThat(session.isIdle()).isFalse();
      assertThat(session.activeTools())
          .extracting(ActiveToolCall::tool)
          .containsExactly("transfer");
      var call = drover.deferrals().find(KEY).orElseThrow();
      assertThat(call.tool()).isEqualTo("transfer");
      assertThat(call.arguments()).isEqualTo("{}");
      assertThat(call.until()).isNull();
      assertThat(drover.deferrals().waiting()).containsExactly(call);
      assertThat(drover.deferrals().complete(KEY, "transferred", "bank"))
          .isEqualTo(Receipt.COUNTED);
      assertThat(run.await().text()).isEqualTo("over");
      assertThat(outcome(session)).isEqualTo(done("transferred"));
      assertThat(settled(drover)).extracting(Event.ToolSettled::by).containsExactly("bank");
      assertThat(drover.deferrals().find(KEY)).isEmpty();
      assertThat(drover.deferrals().waiting()).isEmpty();
    }
  }

  @Test
  void theFirstResultOfADeferredCallCounts() {
    try (var drover = runtime().build()) {
      var session = open(drover, ToolDeferral.untilCompleted());
      var run = away(session);
      assertThat(drover.deferrals().fail(KEY, "no funds", "bank")).isEqualTo(Receipt.COUNTED);
      assertThat(drover.deferrals().complete(KEY, "transferred", "bank"))
          .isEqualTo(Receipt.NOT_OPEN);
      run.await();
      assertThat(drover.deferrals().complete(KEY, "transferred", "bank"))
          .isEqualTo(Receipt.NOT_OPEN);
      assertThat(outcome(session)).isEqualTo(new ToolOutcome.Failed(Text.of("no funds")));
    }
  }

  @Test
  void exactlyOneOfManyConcurrentResultsCounts() throws Exception {
    try (var drover = runtime().build()) {
      var run = away(open(drover, ToolDeferral.untilCompleted()));
      var receipts = Collections.synchronizedList(new ArrayList<Receipt>());
      var start = new CountDownLatch(1);
      var threads = new ArrayList<Thread>();
      for (int i = 0; i < 16; i++) {
        var by = "worker-" + i;
        threads.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      try {
                        start.await();
                      } catch (InterruptedException stopped) {
                        return;
                      }
                      receipts.add(drover.deferrals().complete(KEY, by, by));
                    }));
      }
      start.countDown();
      for (var thread : threads) {
        thread.join();
      }
      run.await();
      assertThat(receipts).hasSize(16).containsOnlyOnce(Receipt.COUNTED);
      assertThat(settled(drover)).hasSize(1);
    }
  }

  @Test
  void aDeferredCallIsCompletedByAnotherProcessWhileTheRunIsNotDriven() {
    try (var first = runtime().build()) {
      away(open(first, ToolDeferral.untilCompleted()));
      first.disconnect();
    }
    try (var worker = runtime().build()) {
      assertThat(worker.deferrals().find(KEY)).isPresent();
      assertThat(worker.deferrals().complete(KEY, "transferred", "bank"))
          .isEqualTo(Receipt.LEFT_IN_INBOX);
    }
    try (var second = runtime().build()) {
      var session = open(second, ToolDeferral.untilCompleted());
      assertThat(session.awaitIdle(Duration.ofSeconds(30))).isTrue();
      assertThat(outcome(session)).isEqualTo(done("transferred"));
      assertThat(session.lastResponse()).contains("over");
    }
    assertThat(begun).hasValue(1);
  }

  @Test
  void anExpiredDeferredCallIsUnknownAndTheRunContinues() throws Exception {
    var time = new VirtualTime();
    try (var drover = runtime().time(time).build()) {
      var session = open(drover, ToolDeferral.within(HOUR));
      var run = away(session);
      time.awaitSleepers(3);
      time.advance(HOUR);
      assertThat(run.await().text()).isEqualTo("over");
      assertThat(outcome(session)).isInstanceOf(ToolOutcome.Unknown.class);
      assertThat(drover.deferrals().complete(KEY, "transferred", "bank"))
          .isEqualTo(Receipt.NOT_OPEN);
    }
  }

  @Test
  void aResultSentInTimeCountsEvenIfItIsReadLate() {
    var time = new VirtualTime();
    try (var first = runtime().time(time).build()) {
      away(open(first, ToolDeferral.within(HOUR)));
      first.disconnect();
    }
    try (var worker = runtime().time(time).build()) {
      worker.deferrals().complete(KEY, "transferred", "bank");
    }
    time.advance(HOUR.multipliedBy(2));
    try (var second = runtime().time(time).build()) {
      var session = open(second, ToolDeferral.within(HOUR));
      assertThat(session.awaitIdle(Duration.ofSeconds(30))).isTrue();
      assertThat(outcome(session)).isEqualTo(done("transferred"));
    }
  }

  @Test
  void theInboxIsReadBeforeADeferredCallExpires() throws Exception {
    for (int round = 0; round < 5; round++) {
      var shared = new MemoryStore();
      var time = new VirtualTime();
      try (var drover =
              Drover.on(new CrashingStore(shared, CrashingStore.NEVER_CRASHES)).time(time).build();
          var worker = Drover.on(new CrashingStore(shared, CrashingStore.NEVER_CRASHES)).build()) {
        var session = open(drover, ToolDeferral.within(HOUR));
        var run = away(session);
        time.awaitSleepers(3);
        assertThat(worker.deferrals().complete(KEY, "transferred", "bank"))
            .isEqualTo(Receipt.LEFT_IN_INBOX);
        time.advance(HOUR);
        run.await();
        assertThat(outcome(session)).isEqualTo(done("transferred"));
      }
    }
  }

  @Test
  void aResultThatRacesTheDeadlineEndsTheCallOnce() throws Exception {
    for (int round = 0; round < 50; round++) {
      var time = new VirtualTime();
      try (var drover = Drover.on(new MemoryStore()).time(time).build()) {
        var run = away(open(drover, ToolDeferral.within(HOUR)));
        time.awaitSleepers(3);
        var clock = Thread.ofVirtual().start(() -> time.advance(HOUR));
        var receipt = drover.deferrals().complete(KEY, "transferred", "bank");
        clock.join();
        run.await();
        assertThat(settled(drover))
            .extracting(Event.ToolSettled::by)
            .containsExactly(receipt == Receipt.COUNTED ? "bank" : null);
      }
    }
  }

  @Test
  void aCancelledRunDoesNotWaitForADeferredCall() {
    try (var drover = runtime().build()) {
      var session = open(drover, ToolDeferral.untilCompleted());
      var run = away(session);
      assertThat(session.cancel()).isTrue();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(drover.deferrals().find(KEY)).isEmpty();
      assertThat(drover.deferrals().complete(KEY, "transferred", "bank"))
          .isEqualTo(Receipt.NOT_OPEN);
      assertThat(settled(drover)).extracting(Event.ToolSettled::by).containsExactly((String) null);
    }
  }

  @Test
  void aResultThatArrivesBeforeTheToolReturnsCounts() {
    try (var drover = runtime().build()) {
      var session =
          drover
              .agent("clerk")
              .model(model)
              .tools(
                  FakeTool.unsafe(
                      "transfer",
                      call -> {
                        drover.deferrals().complete(call.completionKey(), "at once", "bank");
                        return ToolDeferral.untilCompleted();
                      }))
              .policy(Policy.ALLOW_ALL)
              .build()
              .open(SESSION);
      assertThat(session.send("go").await().text()).isEqualTo("over");
      assertThat(outcome(session)).isEqualTo(done("at once"));
    }
  }

  @Test
  void theCompletionKeyIsValidEvenIfTheProcessDiedBeforeTheToolReturned() throws Exception {
    // Opened, accepted, replied and started: the tool is called, and its answer is lost.
    var mortal = new CrashingStore(store, 3);
    var first = Drover.on(mortal).build();
    open(first, ToolDeferral.untilCompleted()).send("go");
    mortal.awaitCrash();
    first.disconnect();
    try (var worker = runtime().build()) {
      assertThat(worker.deferrals().complete(KEY, "transferred", "bank"))
          .isEqualTo(Receipt.LEFT_IN_INBOX);
    }
    try (var second = runtime().build()) {
      var session = open(second, ToolDeferral.untilCompleted());
      assertThat(session.awaitIdle(Duration.ofSeconds(30))).isTrue();
      assertThat(settled(second)).hasSize(1);
    }
  }

  /// Tools as annotated methods.
  static final class Bank {
    final List<DeferredCallKey> orders = Collections.synchronizedList(new ArrayList<>());

    @Tool(description = "Transfers money.")
    ToolDeferral transfer(
        @Param(name = "amount", description = "how much") int amount, ToolInvocation call) {
      orders.add(call.completionKey());
      return ToolDeferral.within(HOUR);
    }
  }

  @Test
  void aJavaMethodMayDeferItsResultAlsoInADirectCall() throws Exception {
    var bank = new Bank();
    try (var drover = runtime().build()) {
      var session =
          drover
              .agent("clerk")
              .model(model)
              .tools(bank)
              .policy(Policy.ALLOW_ALL)
              .build()
              .open(SESSION);
      var worker =
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (bank.orders.isEmpty()
                        || drover.deferrals().find(bank.orders.getFirst()).isEmpty()) {
                      Thread.onSpinWait();
                    }
                    drover.deferrals().complete(bank.orders.getFirst(), "5 gone", "bank");
                  });
      var report = session.tool("transfer", Map.of("amount", 5));
      worker.join();
      assertThat(report.text()).isEqualTo("5 gone");
      assertThat(session.isIdle()).isTrue();
    }
  }

  @Test
  void deferredResultsAreTruncatedAndRedactedLikeOthers() {
    try (var drover = runtime().secrets(List.of("hunter2-hunter2")).build()) {
      var session = open(drover, ToolDeferral.untilCompleted());
      var run = away(session);
      var much = "a line of output\n".repeat(10_000);
      drover.deferrals().complete(KEY, "password hunter2-hunter2\n" + much, "bank");
      run.await();
      var text = ((ToolOutcome.Succeeded) outcome(session)).content();
      var read = drover.queries().read(text);
      assertThat(read).hasSizeLessThan(60_000).contains("bytes left out").doesNotContain("hunter2");
      assertThat(session.artifacts().list()).hasSize(1);
      assertThat(settled(drover).getFirst().labels()).isNotEmpty();
    }
  }

  @Test
  void aRunThatWaitsForADeferredCallIsUnloadedAndLoadedAgain() {
    try (var drover = runtime().loadedSessions(1).build()) {
      var session = open(drover, ToolDeferral.untilCompleted());
      var run = away(session);
      var other = drover.agent("other").model(FakeModel.playing(says("hi"))).build();
      for (int i = 0; i < 4; i++) {
        other.open().send("hello").await();
      }
      assertThat(drover.deferrals().complete(KEY, "transferred", "bank"))
          .isEqualTo(Receipt.COUNTED);
      assertThat(run.await().text()).isEqualTo("over");
    }
  }

  @Test
  void aRunWithADeferredCallReplaysWithoutItsWorker() {
    try (var drover = runtime().build()) {
      var session = open(drover, ToolDeferral.within(HOUR));
      var run = away(session);
      drover.deferrals().complete(KEY, "transferred", "bank");
      run.await();
      var entries =
          drover.queries().page(Cursor.start(SESSION), 1_000).items().stream()
              .map(Notice.Happened::entry)
              .toList();
      assertThat(Replay.of(entries)).isInstanceOf(ReplayReport.class);
    }
  }
}
