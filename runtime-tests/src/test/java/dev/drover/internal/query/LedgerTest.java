package dev.drover.internal.query;

import static dev.drover.fixture.MultiAgentModel.delegates;
import static dev.drover.fixture.MultiAgentModel.inBackground;
import static dev.drover.fixture.MultiAgentModel.order;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.budget.ModelPrices;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.MultiAgentModel;
import dev.drover.fixture.TaskFixture;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.query.SessionQueries.UsageLedger.UsageLedgerLine;
import dev.drover.session.ForkPoint;
import dev.drover.session.ModelRetries;
import dev.drover.store.memory.MemoryStore;
import dev.drover.task.Subagent;
import dev.drover.testkit.CrashingStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The usage of a session and its children.
@Tag("F5")
@Timeout(120)
final class LedgerTest {
  private final MemoryStore store = new MemoryStore();

  private static ModelReply says(String words, Usage usage) {
    return new ModelReply(List.of(new ContentBlock.Prose(Text.of(words))), StopReason.DONE, usage);
  }

  private static Usage usage(long input) {
    return new Usage(input, 2, 3, 4, 1);
  }

  @Test
  void theUsageOfAChildIsCountedAtOnceAndOnlyOnce() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    Map<String, MultiAgentModel.Mind> minds =
        Map.of(
            "clerk",
            (said, _) -> said == 0 ? delegates(order("look")) : says("over", usage(1_000)),
            "clerk/scout",
            (said, _) -> {
              if (said == 0) {
                return new ModelReply(
                    List.of(new ContentBlock.Call(new ToolCall("c", "nothing", Text.of("{}")))),
                    StopReason.CALLS,
                    usage(100));
              }
              begun.countDown();
              goOn.await();
              return says("found", usage(200));
            });
    try (var drover = TaskFixture.on(store)) {
      var session = TaskFixture.open(TaskFixture.clerk(drover, minds));
      var run = session.send("look");
      begun.await();
      assertThat(session.ledger().lines())
          .extracting(UsageLedgerLine::source)
          .containsExactly("clerk", "clerk/scout");
      assertThat(session.ledger().total()).isEqualTo(new Usage(110, 4, 3, 4, 1));
      goOn.countDown();
      run.await();
      var whole = new Usage(1_310, 8, 9, 12, 3);
      assertThat(session.ledger().total()).isEqualTo(whole);
      assertThat(session.totalUsage()).isEqualTo(new Usage(1_010, 4, 3, 4, 1));

      // The usage of a deleted child is kept from its end event.
      drover.delete(TaskFixture.firstChild(drover, session.id()));
      assertThat(session.ledger().total()).isEqualTo(whole);

      // A fork has no usage and no children.
      var fork = session.fork(ForkPoint.at(session.eventCount()));
      assertThat(fork.ledger().total()).isEqualTo(Usage.NONE);
    }
  }

  @Test
  void usageIsPricedByTheModelThatCausedIt() {
    Map<String, MultiAgentModel.Mind> minds =
        Map.of(
            "clerk",
            (said, _) ->
                said == 0
                    ? delegates(order("finder", "look"))
                    : says("over", new Usage(90, 8, 0, 0, 0)));
    var cheap = FakeAgents.FakeModel.playing(says("found", new Usage(1_000, 100, 0, 0, 0)));
    try (var drover =
        Drover.on(store)
            .prices(
                ModelPrices.NONE
                    .with("fake/cast", ModelPrices.perMillion("3.00", "15.00", "0", "0"))
                    .with("fake/model", ModelPrices.perMillion("1.00", "2.00", "0", "0")))
            .build()) {
      var scout = Subagent.of("finder", "finds things", "Find it.").with(cheap);
      var session = TaskFixture.open(TaskFixture.clerk(drover, minds).subagents(List.of(scout)));
      session.ask("look");
      // 100 tokens of input and 10 of output at 3 and 15, and 1,000 and 100 at 1 and 2.
      assertThat(session.ledger().lines())
          .extracting(line -> line.money().orElseThrow())
          .containsExactly(450L, 1_200L);
      assertThat(session.ledger().money().orElseThrow()).isEqualTo(1_650);
    }
  }

  /// Children that end, fail, throw and are cancelled, in foreground and background, two levels
  /// deep.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void theLedgerTotalEqualsTheJournaledUsageOfAllProviders(long seed) throws Exception {
    var random = new Random(seed);
    var reported = new AtomicLong();
    try (var drover =
        Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES))
            .retries(new ModelRetries(2, Duration.ofMillis(1), Duration.ofMillis(2), 0))
            .build()) {
      var session = TaskFixture.open(TaskFixture.clerk(drover, minds(random, reported)));
      for (int i = 0; i < 3; i++) {
        var run = session.send(Ask.of("look " + i).whenBusy(WhenBusy.QUEUE));
        if (chance(random, 4)) {
          run.cancel();
        }
        run.await();
        for (var task : session.tasks().pending()) {
          if (chance(random, 2)) {
            session.tasks().cancel(task.child());
          }
        }
        session.awaitIdle(Duration.ofSeconds(20));
      }
      // A child whose task was cancelled may still be writing its end.
      ApprovalWaits.until(
          () ->
              session.tasks().pending().isEmpty()
                  && session.isIdle()
                  && drover.queries().unfinished().isEmpty());
      // Replies after a cancel were reported by the provider, and are in no journal.
      assertThat(session.ledger().total().input())
          .isEqualTo(journaled(drover, session.id()))
          .isLessThanOrEqualTo(reported.get());
    }
  }

  /// Counted from the events alone.
  private static long journaled(Drover drover, SessionId session) {
    long sum = 0;
    for (var reply : TaskFixture.all(drover, session, Event.ModelReplied.class)) {
      sum += reply.reply().usage().input();
    }
    for (var child : drover.queries().children(session)) {
      sum += journaled(drover, child.session());
    }
    return sum;
  }

  private static synchronized boolean chance(Random random, int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private static Map<String, MultiAgentModel.Mind> minds(Random random, AtomicLong reported) {
    MultiAgentModel.Mind clerk =
        (said, _) -> {
          var orders = new ArrayList<String>();
          for (int i = 0; i < 3; i++) {
            orders.add(chance(random, 2) ? order("look " + i) : inBackground("watch " + i));
          }
          return counted(
              said % 2 == 0
                  ? delegates(orders.toArray(String[]::new))
                  : says("over", usage(said + 1)),
              reported);
        };
    MultiAgentModel.Mind scout =
        (_, _) -> {
          if (chance(random, 4)) {
            throw FakeAgents.broken(new Failure.Retry.Later(Duration.ZERO));
          }
          if (chance(random, 6)) {
            throw FakeAgents.broken(Failure.Retry.NEVER);
          }
          return counted(says("found", usage(7)), reported);
        };
    return Map.of("clerk", clerk, "clerk/scout", scout);
  }

  private static ModelReply counted(ModelReply reply, AtomicLong reported) {
    reported.addAndGet(reply.usage().input());
    return reply;
  }
}
