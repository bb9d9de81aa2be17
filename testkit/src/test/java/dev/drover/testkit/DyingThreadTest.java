package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Run;
import dev.drover.runtime.RunReport;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.replay.Replay;
import dev.drover.runtime.replay.ReplayReport;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.model.Delta;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Journal;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
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

/// Errors that no code of ours expects, on the threads that carry a run: the run settles, whoever
/// waits is answered, and the session stays usable.
@Tag("A12")
@Tag("J3")
@Timeout(60)
final class DyingThreadTest {
  private static final SessionId SESSION = new SessionId("s-1");
  private static final Duration SOON = Duration.ofSeconds(10);

  /// Overflowed the stack of a search for secrets.
  private static final String DEEP = "TOKEN" + "_A".repeat(50_000) + "=x";

  /// The append that holds the first reply, and the one that holds the outcome of its call.
  private static final int REPLY = 3;

  private static final int OUTCOME = 4;

  /// An error on the thread that writes.
  ///
  /// @param append at which it is thrown, counted from 1
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
  private static final class StrikingStore extends StoreWrapper {
    private final Strike strike;
    private final AtomicInteger appends = new AtomicInteger();

    StrikingStore(Strike strike) {
      super(new MemoryStore());
      this.strike = strike;
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public void append(Append append) {
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
    try (var drover = Drover.on(new StrikingStore(strike)).build()) {
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
          drover.archive().page(Cursor.start(SESSION), 1_000).items().stream()
              .map(Notice.Happened::entry)
              .toList();
      assertThat(Replay.of(entries)).isInstanceOf(ReplayReport.class);
    }
  }

  @Test
  void aReplyThatIsHardToSearchForSecretsEndsItsRun() {
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
  void aResultThatIsHardToSearchForSecretsEndsItsCall() {
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
  void aCancelEndsARunWhoseWordsAreHardToSearchForSecrets() throws Exception {
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
  void aPromptThatIsHardToSearchForSecretsIsAnswered() {
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
