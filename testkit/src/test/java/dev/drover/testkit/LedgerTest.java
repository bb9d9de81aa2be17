package dev.drover.testkit;

import static dev.drover.testkit.Cast.delegates;
import static dev.drover.testkit.Cast.inBackground;
import static dev.drover.testkit.Cast.order;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Block;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Usage;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Fork;
import dev.drover.runtime.LedgerLine;
import dev.drover.runtime.Retries;
import dev.drover.runtime.budget.Prices;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.task.Subagent;
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

/// What a session and all below it have used.
@Tag("F5")
@Timeout(120)
final class LedgerTest {
  private final MemoryStore store = new MemoryStore();

  private static ModelReply says(String words, Usage usage) {
    return new ModelReply(List.of(new Block.Prose(Text.of(words))), StopReason.DONE, usage);
  }

  private static Usage usage(long input) {
    return new Usage(input, 2, 3, 4, 1);
  }

  @Test
  void aChildsUsageIsThereAtOnceAndOnceAfterItsEnd() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    Map<String, Cast.Mind> minds =
        Map.of(
            "clerk",
            (said, _) -> said == 0 ? delegates(order("look")) : says("over", usage(1_000)),
            "clerk/scout",
            (said, _) -> {
              if (said == 0) {
                return new ModelReply(
                    List.of(new Block.Call(new ToolCall("c", "nothing", Text.of("{}")))),
                    StopReason.CALLS,
                    usage(100));
              }
              begun.countDown();
              goOn.await();
              return says("found", usage(200));
            });
    try (var drover = TaskStage.on(store)) {
      var session = TaskStage.open(TaskStage.clerk(drover, minds));
      var run = session.send("look");
      begun.await();
      assertThat(session.ledger().lines())
          .extracting(LedgerLine::source)
          .containsExactly("clerk", "clerk/scout");
      assertThat(session.ledger().total()).isEqualTo(new Usage(110, 4, 3, 4, 1));
      goOn.countDown();
      run.await();
      var whole = new Usage(1_310, 8, 9, 12, 3);
      assertThat(session.ledger().total()).isEqualTo(whole);
      assertThat(session.totalUsage()).isEqualTo(new Usage(1_010, 4, 3, 4, 1));

      // What was said when it ended is left of one that is deleted.
      drover.delete(TaskStage.firstChild(drover, session.id()));
      assertThat(session.ledger().total()).isEqualTo(whole);

      // A fork has used nothing, and nobody has worked for it.
      var fork = session.fork(Fork.at(session.eventCount()));
      assertThat(fork.ledger().total()).isEqualTo(Usage.NONE);
    }
  }

  @Test
  void eachIsCountedAtThePriceOfItsOwnModel() {
    Map<String, Cast.Mind> minds =
        Map.of(
            "clerk",
            (said, _) ->
                said == 0
                    ? delegates(order("finder", "look"))
                    : says("over", new Usage(90, 8, 0, 0, 0)));
    var cheap = Fakes.FakeModel.playing(says("found", new Usage(1_000, 100, 0, 0, 0)));
    try (var drover =
        Drover.on(store)
            .prices(
                Prices.NONE
                    .with("fake/cast", Prices.perMillion("3.00", "15.00", "0", "0"))
                    .with("fake/model", Prices.perMillion("1.00", "2.00", "0", "0")))
            .build()) {
      var scout = Subagent.of("finder", "finds things", "Find it.").with(cheap);
      var session = TaskStage.open(TaskStage.clerk(drover, minds).subagents(List.of(scout)));
      session.ask("look");
      // 100 in and 10 out at 3 and 15, and 1,000 in and 100 out at 1 and 2.
      assertThat(session.ledger().lines())
          .extracting(line -> line.money().orElseThrow())
          .containsExactly(450L, 1_200L);
      assertThat(session.ledger().money().orElseThrow()).isEqualTo(1_650);
    }
  }

  /// Children that end, fail, break and are cancelled, in front and behind, two deep.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void whateverHappensTheSumIsWhatProvidersReported(long seed) throws Exception {
    var random = new Random(seed);
    var reported = new AtomicLong();
    try (var drover =
        Drover.on(new MortalStore(store, MortalStore.IMMORTAL))
            .retries(new Retries(2, Duration.ofMillis(1), Duration.ofMillis(2), 0))
            .build()) {
      var session = TaskStage.open(TaskStage.clerk(drover, minds(random, reported)));
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
      Waiting.until(
          () ->
              session.tasks().pending().isEmpty()
                  && session.isIdle()
                  && drover.archive().unfinished().isEmpty());
      // What came when nobody waited any more was reported, and is in no journal.
      assertThat(session.ledger().total().input())
          .isEqualTo(journaled(drover, session.id()))
          .isLessThanOrEqualTo(reported.get());
    }
  }

  /// By the events alone.
  private static long journaled(Drover drover, SessionId session) {
    long sum = 0;
    for (var reply : TaskStage.all(drover, session, Event.ModelReplied.class)) {
      sum += reply.reply().usage().input();
    }
    for (var child : drover.archive().children(session)) {
      sum += journaled(drover, child.session());
    }
    return sum;
  }

  private static synchronized boolean chance(Random random, int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private static Map<String, Cast.Mind> minds(Random random, AtomicLong reported) {
    Cast.Mind clerk =
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
    Cast.Mind scout =
        (_, _) -> {
          if (chance(random, 4)) {
            throw Fakes.broken(new Failure.Retry.Later(Duration.ZERO));
          }
          if (chance(random, 6)) {
            throw Fakes.broken(Failure.Retry.NEVER);
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
