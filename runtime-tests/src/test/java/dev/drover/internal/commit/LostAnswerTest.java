package dev.drover.internal.commit;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Agent;
import dev.drover.Approvals;
import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.Store;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import dev.drover.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Stores that write without confirming it, and processes that know less than the store.
@Timeout(60)
final class LostAnswerTest {
  private static final SessionId SESSION = new SessionId("s-lost");
  private static final Duration LATER = Duration.ofSeconds(5);

  private final MemoryStore store = new MemoryStore();
  private final AtomicInteger payments = new AtomicInteger();

  /// Writes everything, and reports one append as failed.
  private final class UnconfirmedWriteStore extends StoreWrapper {
    private final AtomicInteger appends = new AtomicInteger();
    private final int lost;

    UnconfirmedWriteStore(int lost) {
      super(store);
      this.lost = lost;
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public void append(Journal.Append append) {
          super.append(append);
          if (appends.incrementAndGet() == lost) {
            throw new PortException(
                new Problem("store_unavailable", "Away", "the answer is lost", "Try again."), null);
          }
        }
      };
    }
  }

  /// Another process writes the same events as this one, at the same time and before it, and this
  /// one is told nothing.
  private final class EqualWriteStore extends StoreWrapper {
    private static final OwnerId OTHER = new OwnerId("another-process");
    private final AtomicBoolean hasFailed = new AtomicBoolean();

    EqualWriteStore() {
      super(store);
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public void append(Journal.Append append) {
          if (isStart(append) && hasFailed.compareAndSet(false, true)) {
            super.append(
                new Journal.Append(
                    append.session(),
                    append.after(),
                    append.entries(),
                    OTHER,
                    append.changes(),
                    append.consumed()));
            throw new PortException(
                new Problem("store_unavailable", "Away", "no answer", "Try again."), null);
          }
          super.append(append);
        }
      };
    }

    private static boolean isStart(Journal.Append append) {
      return append.entries().stream()
          .anyMatch(entry -> entry.bytes().toString().contains("tool_started"));
    }
  }

  @Test
  @Tag("A14")
  void aCallThatAnotherProcessStartedWithTheSameEventsIsNotMadeHere() {
    var time = new VirtualTime();
    try (var drover = Drover.on(new EqualWriteStore()).time(time).build()) {
      awaitEnd(payer(drover, Policy.ALLOW_ALL).open(SESSION).send("pay"), time);
      assertThat(payments).hasValue(0);
    }
  }

  private Agent payer(Drover drover, Policy policy) {
    var pay =
        FakeTool.unsafe(
            "pay",
            _ -> {
              payments.incrementAndGet();
              return done("paid");
            });
    return drover
        .agent("payer")
        .model(FakeModel.playing(calls("pay"), says("done")))
        .tools(pay)
        .policy(policy)
        .build();
  }

  private static void awaitEnd(Run run, VirtualTime time) {
    while (run.await(Duration.ofMillis(20)).isEmpty()) {
      time.advance(LATER);
    }
    assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  @Tag("B15")
  void aSuccessorIsDrivenEvenIfTheHandOffAppendReportedAFailure() {
    var time = new VirtualTime();
    var order = "{\"agent\":\"billing\",\"message\":\"Pay.\"}";
    var handOff =
        new ModelReply(
            List.of(new ContentBlock.Call(new ToolCall("c", "hand_off", Text.of(order)))),
            StopReason.CALLS,
            Usage.NONE);
    try (var drover = Drover.on(new UnconfirmedWriteStore(4)).time(time).build()) {
      drover.agent("billing").model(FakeModel.playing(says("no"), says("paid"))).build();
      var clerk =
          drover
              .agent("clerk")
              .model(FakeModel.playing(handOff))
              .policy(Policy.ALLOW_ALL)
              .successor("billing", "pays")
              .build();
      var run = clerk.open(SESSION).send("pay");
      awaitEnd(run, time);
      var next = run.await().nextRun().orElseThrow().run();
      try (var events = drover.queries().events(next)) {
        while (!events.isAtEnd()) {
          if (events.next(Duration.ofMillis(20)).isEmpty()) {
            time.advance(LATER);
          }
        }
      }
      assertThat(drover.queries().report(next).orElseThrow().text()).isEqualTo("paid");
    }
  }

  private static Drover on(Store store) {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build();
  }

  @Test
  @Tag("E3")
  void anAnswerInAProcessThatDoesNotKnowTheApprovalYetReachesTheDriver() {
    try (var one = on(store);
        var other = on(store)) {
      payer(other, Policy.ASK_ALWAYS).open(SESSION);
      var run = payer(one, Policy.ASK_ALWAYS).open(SESSION).send("pay");
      while (one.approvals().open().isEmpty()) {
        Thread.onSpinWait();
      }
      var question = one.approvals().open().getFirst();
      // The process that asked polls its inboxes, possibly while this one waits.
      assertThat(
              other
                  .approvals()
                  .answer(question.id(), new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "anna"))
          .isIn(Approvals.Receipt.LEFT_IN_INBOX, Approvals.Receipt.COUNTED);
      assertThat(run.await(Duration.ofSeconds(30)).orElseThrow().text()).isEqualTo("done");
      assertThat(payments).hasValue(1);
    }
  }
}
