package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Answer;
import dev.drover.kernel.Block;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Problem;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Approvals;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Run;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Stores that write and then cannot be heard, and processes that know less than the store.
@Timeout(60)
final class LostAnswerTest {
  private static final SessionId SESSION = new SessionId("s-lost");
  private static final Duration LATER = Duration.ofSeconds(5);

  private final MemoryStore store = new MemoryStore();
  private final AtomicInteger payments = new AtomicInteger();

  /// Writes all, and says of one append that it cannot be reached.
  private final class Deaf extends StoreWrapper {
    private final AtomicInteger appends = new AtomicInteger();
    private final int lost;

    Deaf(int lost) {
      super(store);
      this.lost = lost;
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public void append(Append append) {
          super.append(append);
          if (appends.incrementAndGet() == lost) {
            throw new PortException(
                new Problem("store_unavailable", "Away", "the answer is lost", "Try again."), null);
          }
        }
      };
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
  void whoeverGoesOnIsDrivenThoughNobodyHeardThatItWasHandedOn() {
    var time = new VirtualTime();
    var order = "{\"agent\":\"billing\",\"message\":\"Pay.\"}";
    var handOff =
        new ModelReply(
            List.of(new Block.Call(new ToolCall("c", "hand_off", Text.of(order)))),
            StopReason.CALLS,
            Usage.NONE);
    try (var drover = Drover.on(new Deaf(4)).time(time).build()) {
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
      var next = run.await().goesOn().orElseThrow().run();
      try (var events = drover.archive().events(next)) {
        while (!events.isAtEnd()) {
          if (events.next(Duration.ofMillis(20)).isEmpty()) {
            time.advance(LATER);
          }
        }
      }
      assertThat(drover.archive().report(next).orElseThrow().text()).isEqualTo("paid");
    }
  }

  private static Drover on(Store store) {
    return Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build();
  }

  @Test
  @Tag("E3")
  void anAnswerGivenWhereTheQuestionIsNotKnownYetIsKeptForWhoeverAsked() {
    try (var one = on(store);
        var other = on(store)) {
      payer(other, Policy.ASK_ALWAYS).open(SESSION);
      var run = payer(one, Policy.ASK_ALWAYS).open(SESSION).send("pay");
      while (one.approvals().open().isEmpty()) {
        Thread.onSpinWait();
      }
      var question = one.approvals().open().getFirst();
      // The process that asked looks into its inboxes now and then, maybe while this one waits.
      assertThat(other.approvals().answer(question.id(), new Answer.Yes(Answer.Scope.ONCE), "anna"))
          .isIn(Approvals.Receipt.LEFT_IN_INBOX, Approvals.Receipt.COUNTED);
      assertThat(run.await(Duration.ofSeconds(30)).orElseThrow().text()).isEqualTo("done");
      assertThat(payments).hasValue(1);
    }
  }
}
