package dev.drover.internal.session;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Run;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.value.DeferredCallKey;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.session.ModelRetries;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.model.ProviderKey;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import dev.drover.testkit.VirtualTime;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Parked runs are unloaded and loaded again, whatever they wait for.
@Tag("B7")
@Timeout(60)
final class ParkedRunTest {
  private static final SessionId SESSION = new SessionId("s-parked");
  private static final Duration HOUR = Duration.ofHours(1);

  private final VirtualTime time = new VirtualTime();
  private final MemoryStore store = new MemoryStore();
  private final AtomicInteger loads = new AtomicInteger();
  private final AtomicInteger attempts = new AtomicInteger();
  private final AtomicInteger begun = new AtomicInteger();

  /// The condition that a run waits for, and how it is fulfilled.
  enum Wait {
    ANSWER("approval s-parked.e2"),
    ANSWER_IN_TIME("approval s-parked.e2"),
    TOO_LATE_AN_ANSWER("approval s-parked.e2"),
    COMPLETION("the completion of s-parked.e2"),
    TOO_LATE_A_COMPLETION("the completion of s-parked.e2"),
    NEXT_ATTEMPT("the next attempt at 2026-01-01T01:00:00Z"),
    OWN_HIT("the next attempt at 2026-01-01T01:00:0"),
    HIT_OF_OTHERS("the quota of fake/model until 2026-01-01T01:00:0");

    private final String words;

    Wait(String words) {
      this.words = words;
    }
  }

  private Drover runtime() {
    return runtime(new CrashingStore(store, CrashingStore.NEVER_CRASHES));
  }

  private Drover runtime(Store on) {
    return Drover.on(new Counting(on))
        .time(time)
        .retries(new ModelRetries(3, Duration.ofSeconds(1), Duration.ofSeconds(30), 0))
        .loadedSessions(1)
        .build();
  }

  /// Counts the reads of the parked session.
  private final class Counting extends StoreWrapper {
    Counting(Store inner) {
      super(inner);
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public Optional<Slice> read(SessionId session, long after, int limit) {
          if (session.equals(SESSION)) {
            loads.incrementAndGet();
          }
          return super.read(session, after, limit);
        }
      };
    }
  }

  private Session open(Drover drover, Wait wait) {
    var agent =
        drover
            .agent("clerk")
            .model(model(wait))
            .tools(
                FakeTool.unsafe(
                    "send",
                    _ -> {
                      begun.incrementAndGet();
                      return switch (wait) {
                        case COMPLETION -> ToolDeferral.untilCompleted();
                        case TOO_LATE_A_COMPLETION -> ToolDeferral.within(HOUR);
                        case ANSWER,
                            ANSWER_IN_TIME,
                            TOO_LATE_AN_ANSWER,
                            NEXT_ATTEMPT,
                            OWN_HIT,
                            HIT_OF_OTHERS ->
                            done("sent");
                      };
                    }));
    switch (wait) {
      case ANSWER -> {}
      case ANSWER_IN_TIME, TOO_LATE_AN_ANSWER -> agent.answerWithin(HOUR);
      case COMPLETION, TOO_LATE_A_COMPLETION, NEXT_ATTEMPT, OWN_HIT, HIT_OF_OTHERS ->
          agent.policy(Policy.ALLOW_ALL);
    }
    return agent.build().open(SESSION, OpenMode.CREATE_OR_RESUME);
  }

  private FakeModel model(Wait wait) {
    return new FakeModel(
        (request, _) -> {
          if (request.messages().stream().anyMatch(Message.ToolResult.class::isInstance)) {
            return says("over");
          }
          switch (wait) {
            case NEXT_ATTEMPT -> {
              if (attempts.incrementAndGet() == 1) {
                throw FakeAgents.broken(new Failure.Retry.Later(HOUR));
              }
            }
            case OWN_HIT -> {
              if (attempts.incrementAndGet() == 1) {
                throw FakeAgents.throttled(HOUR);
              }
            }
            case ANSWER,
                ANSWER_IN_TIME,
                TOO_LATE_AN_ANSWER,
                COMPLETION,
                TOO_LATE_A_COMPLETION,
                HIT_OF_OTHERS -> {}
          }
          return calls("send");
        });
  }

  /// Starts the run and waits until it is parked and its session is unloaded.
  private Run park(Drover drover, Session session, Wait wait) throws InterruptedException {
    if (wait == Wait.HIT_OF_OTHERS) {
      drover.quotas().hit(ProviderKey.ofModel("fake/model"), HOUR);
    }
    var run = session.send("go");
    awaitWords(run, wait);
    awaitUnloaded(drover);
    return run;
  }

  private static void awaitWords(Run run, Wait wait) throws InterruptedException {
    ApprovalWaits.until(() -> run.snapshot().waitingFor().startsWith(wait.words));
    assertThat(run.snapshot().status()).isEqualTo(RunStatus.WAITING);
  }

  /// Opens other sessions until it is unloaded. Listing loaded sessions does not read them.
  private void awaitUnloaded(Drover drover) throws InterruptedException {
    var other = drover.agent("other").model(new OwnAccountModel()).build();
    int before = loads.get();
    ApprovalWaits.until(
        () -> {
          other.open().ask("hello");
          drover.queries().snapshot(SESSION);
          return loads.get() > before;
        });
  }

  private void giveWhatItWaitsFor(Drover drover, Wait wait) {
    switch (wait) {
      case ANSWER, ANSWER_IN_TIME ->
          drover
              .approvals()
              .answer(
                  drover.approvals().open().getFirst().id(),
                  new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE),
                  "anna");
      case COMPLETION ->
          drover
              .deferrals()
              .complete(new DeferredCallKey(SESSION, new EffectId(2)), "sent", "bank");
      case TOO_LATE_AN_ANSWER, TOO_LATE_A_COMPLETION, NEXT_ATTEMPT, OWN_HIT, HIT_OF_OTHERS ->
          time.advance(HOUR.plusMinutes(5));
    }
  }

  private static List<? extends Event> recoveries(Drover drover) {
    return drover.queries().page(Cursor.start(SESSION), 1_000).items().stream()
        .map(Notice.Happened::event)
        .filter(Event.RunRecovered.class::isInstance)
        .toList();
  }

  private void assertWhatWasDone(Wait wait) {
    assertThat(begun).hasValue(wait == Wait.TOO_LATE_AN_ANSWER ? 0 : 1);
  }

  @ParameterizedTest
  @EnumSource
  void aParkedRunContinuesInTheProcessThatUnloadedIt(Wait wait) throws InterruptedException {
    try (var drover = runtime()) {
      var run = park(drover, open(drover, wait), wait);
      awaitWords(run, wait);
      giveWhatItWaitsFor(drover, wait);
      assertThat(run.await(Duration.ofSeconds(30)).orElseThrow().text()).isEqualTo("over");
      assertThat(recoveries(drover)).isEmpty();
      assertThat(drover.quotas().status(ProviderKey.ofModel("fake/model")).waiting()).isZero();
      assertWhatWasDone(wait);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aParkedRunReceivesItsInputFromAnotherProcess(Wait wait, @TempDir Path folder)
      throws InterruptedException {
    var file = folder.resolve("drover.db");
    try (var drover = runtime(SqliteStore.open(file));
        var elsewhere = runtime(SqliteStore.open(file))) {
      var run = park(drover, open(drover, wait), wait);
      var giver = Thread.ofVirtual().start(() -> giveWhatItWaitsFor(elsewhere, wait));
      // A process that left an input for another one polls its status.
      ApprovalWaits.until(
          () -> {
            time.advance(Duration.ofMillis(100));
            return giver.join(Duration.ofMillis(5));
          });
      assertThat(run.await(Duration.ofSeconds(30)).orElseThrow().text()).isEqualTo("over");
      assertThat(recoveries(drover)).isEmpty();
      assertWhatWasDone(wait);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aParkedRunContinuesInAnotherProcess(Wait wait) throws InterruptedException {
    Run run;
    try (var first = runtime()) {
      run = park(first, open(first, wait), wait);
      first.disconnect();
    }
    try (var second = runtime()) {
      var session = open(second, wait);
      giveWhatItWaitsFor(second, wait);
      var again = session.run(run.id()).orElseThrow();
      assertThat(again.await(Duration.ofSeconds(30)).orElseThrow().text()).isEqualTo("over");
      assertWhatWasDone(wait);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aParkedRunIsCancelledWhileItIsUnloaded(Wait wait) throws InterruptedException {
    try (var drover = runtime()) {
      var run = park(drover, open(drover, wait), wait);
      assertThat(run.cancel()).isTrue();
      assertThat(run.await(Duration.ofSeconds(30)).orElseThrow().status())
          .isEqualTo(RunStatus.CANCELLED);
      assertThat(drover.quotas().status(ProviderKey.ofModel("fake/model")).waiting()).isZero();
      int asked = attempts.get();
      time.advance(HOUR.plusMinutes(5));
      assertThat(drover.queries().snapshot(SESSION).currentRun()).isEmpty();
      assertThat(attempts).hasValue(asked);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anUnloadedParkedRunIsClosedWithItsRuntime(Wait wait) throws InterruptedException {
    Run run;
    try (var first = runtime()) {
      run = park(first, open(first, wait), wait);
      assertThat(first.sessions()).contains(SESSION);
    }
    try (var second = runtime()) {
      assertThat(second.queries().run(run.id()).orElseThrow().status())
          .isEqualTo(RunStatus.CANCELLED);
    }
  }

  /// A model with its own account.
  private static final class OwnAccountModel implements Model {
    @Override
    public String name() {
      return "fake/cheerful";
    }

    @Override
    public ModelReply call(ModelRequest request, Delta.Sink deltas) {
      return says("hello");
    }
  }
}
