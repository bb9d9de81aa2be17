package dev.drover.internal.dispatch;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.RunReport;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.spi.model.Delta;
import dev.drover.spi.store.Journal;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Unexpected errors on the threads of a run: the run settles, waiting callers get an answer, and
/// the session stays usable.
@Tag("A12")
@Tag("J3")
@Timeout(60)
final class DyingThreadTest {
  private static final SessionId SESSION = new SessionId("s-1");
  private static final Duration SOON = Duration.ofSeconds(10);

  /// A text that once overflowed the stack of the redactor.
  private static final String DEEP = "TOKEN" + "_A".repeat(50_000) + "=x";

  /// The append with the first reply, and the one with the outcome of its call.
  private static final int REPLY = 3;

  private static final int OUTCOME = 4;

  /// An error on the writer thread.
  ///
  /// @param append the append at which it is thrown, counted from 1
  record Strike(Supplier<Error> error, int append) {
    @Override
    public String toString() {
      return error.get() + " at append " + append;
    }
  }

  static Stream<Strike> strikes() {
    return Stream.<Supplier<Error>>of(
            StackOverflowError::new,
            () -> new OutOfMemoryError("small"),
            () -> new NoClassDefFoundError("gone/Missing"))
        .flatMap(error -> Stream.of(REPLY, OUTCOME).map(append -> new Strike(error, append)));
  }

  /// Throws once.
  private static final class ThrowingStore extends StoreWrapper {
    private final Strike strike;
    private final AtomicInteger appends = new AtomicInteger();

    ThrowingStore(Strike strike) {
      super(new MemoryStore());
      this.strike = strike;
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public void append(Journal.Append append) {
          if (appends.incrementAndGet() == strike.append()) {
            throw strike.error().get();
          }
          super.append(append);
        }
      };
    }
  }

  private static Session open(Drover drover, FakeModel model, FakeTool... tools) {
    return drover
        .agent("worker")
        .model(model)
        .tools((Object[]) tools)
        .policy(Policy.ALLOW_ALL)
        .build()
        .open(SESSION);
  }

  private static RunReport settled(Run run) {
    return run.await(SOON).orElseThrow(() -> new AssertionError("the run hangs"));
  }

  @ParameterizedTest
  @MethodSource("strikes")
  void anErrorOnTheWriterSettlesTheEffectAndTheRun(Strike strike) {
    try (var drover = Drover.on(new ThrowingStore(strike)).build()) {
      var session =
          open(
              drover,
              FakeModel.playing(calls("look"), says("noted"), says("again")),
              FakeTool.unsafe("look", _ -> done("seen")));
      var report = settled(session.send("go"));
      if (strike.append() == REPLY) {
        assertThat(report.problem().orElseThrow().problem().code()).isEqualTo("reply_not_kept");
        assertThat(report.usage()).isEqualTo(new Usage(10, 5, 0, 0, 0));
      } else {
        assertThat(report.text()).isEqualTo("noted");
        assertThat(report.usage()).isEqualTo(new Usage(20, 7, 0, 0, 0));
      }
      assertThat(settled(session.send("again")).status()).isEqualTo(RunStatus.COMPLETED);
      var entries =
          drover.queries().page(Cursor.start(SESSION), 1_000).items().stream()
              .map(Notice.Happened::entry)
              .toList();
      assertThat(Replay.of(entries)).isInstanceOf(ReplayReport.class);
    }
  }

  @Test
  void aReplyThatIsHardToRedactEndsItsRun() {
    try (var drover = Drover.inMemory()) {
      var session =
          open(
              drover,
              new FakeModel(
                  (_, deltas) -> {
                    deltas.accept(new Delta.TextDelta(DEEP));
                    return says(DEEP);
                  }));
      var report = settled(session.send("go"));
      assertThat(report.usage()).isEqualTo(new Usage(10, 2, 0, 0, 0));
    }
  }

  @Test
  void aResultThatIsHardToRedactEndsItsCall() {
    try (var drover = Drover.inMemory()) {
      var session =
          open(
              drover,
              FakeModel.playing(calls("look"), says("noted")),
              FakeTool.unsafe(
                  "look",
                  call -> {
                    call.output(DEEP);
                    return done(DEEP);
                  }));
      assertThat(settled(session.send("go")).text()).isEqualTo("noted");
    }
  }

  @Test
  void aCancelEndsARunWhoseTextIsHardToRedact() throws Exception {
    var begun = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      var session =
          open(
              drover,
              new FakeModel(
                  (_, deltas) -> {
                    deltas.accept(new Delta.TextDelta(DEEP));
                    begun.countDown();
                    new CountDownLatch(1).await();
                    return says("never");
                  }));
      var run = session.send("go");
      assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(run.cancel()).isTrue();
      assertThat(settled(run).status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  @Test
  void aPromptThatIsHardToRedactIsAnswered() {
    try (var drover = Drover.inMemory()) {
      var session = open(drover, FakeModel.playing(says("noted")));
      List<String> ends = new ArrayList<>();
      try {
        ends.add(settled(session.send(DEEP)).text());
      } catch (RuntimeException | Error refused) {
        ends.add(refused.getClass().getSimpleName());
      }
      assertThat(ends).isNotEmpty();
      assertThat(settled(session.send("short")).text()).isEqualTo("noted");
    }
  }
}
