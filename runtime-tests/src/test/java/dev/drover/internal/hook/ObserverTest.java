package dev.drover.internal.hook;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.hook.Hook;
import dev.drover.hook.HookPoint;
import dev.drover.hook.HookPoint.AfterModel;
import dev.drover.hook.HookPoint.ApprovalAsked;
import dev.drover.hook.HookPoint.BeforeModel;
import dev.drover.hook.HookPoint.Observed;
import dev.drover.hook.HookPoint.PermissionDenied;
import dev.drover.hook.HookPoint.RateLimit;
import dev.drover.hook.HookPoint.RunEnd;
import dev.drover.hook.HookPoint.RunError;
import dev.drover.hook.HookPoint.SessionEnd;
import dev.drover.hook.HookPoint.SessionStart;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.VirtualTime;
import dev.drover.watch.Cursor;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Hooks that observe events, and hooks that filter the outcomes of tools.
@Tag("E6")
@Timeout(60)
final class ObserverTest {
  private static final SessionId SESSION = new SessionId("s-told");
  private static final Duration LONG = Duration.ofSeconds(20);

  private final List<Observed> observed = new CopyOnWriteArrayList<>();
  private final Hook all = Hook.observer("all", Observed.class, observed::add);

  private static AgentBuilder clerk(Drover drover, FakeModel model) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(
            FakeTool.pure("look", _ -> done("it is green")),
            FakeTool.pure(
                "break",
                _ -> {
                  throw new IllegalStateException("no light");
                }))
        .policy(Policy.ALLOW_ALL);
  }

  private List<String> names() {
    return observed.stream().map(point -> point.name().word()).toList();
  }

  private <P extends HookPoint> P one(Class<P> kind) {
    return observed.stream().filter(kind::isInstance).map(kind::cast).findFirst().orElseThrow();
  }

  @Test
  @Tag("B5")
  void observersSeeASessionFromStartToEndInOrderWithCorrectTotals() {
    try (var drover = Drover.inMemory()) {
      var model = FakeModel.playing(calls("look"), says("green"));
      var session = clerk(drover, model).hook(all).build().open(SESSION);
      var run = session.send("go");
      run.await();
      session.close();
      assertThat(names())
          .containsExactly(
              "session_start",
              "before_model",
              "after_model",
              "before_model",
              "after_model",
              "run_end",
              "session_end");
      assertThat(observed.getFirst())
          .isEqualTo(
              new SessionStart(observed.getFirst().scene(), HookPoint.SessionStartKind.CREATED));
      assertThat(observed.get(1).scene().run()).isEqualTo(run.id());
      assertThat(one(BeforeModel.class).model()).isEqualTo("fake/model");
      assertThat(one(AfterModel.class).calls()).isEqualTo(1);
      var end = one(RunEnd.class);
      assertThat(end.status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(end.text()).isEqualTo("green");
      // 10 + 10 tokens of input, 5 + 2 of output.
      assertThat(end.usage()).isEqualTo(new Usage(20, 7, 0, 0, 0));
      assertThat(observed.getLast())
          .isEqualTo(new SessionEnd(observed.getFirst().scene(), 2, new Usage(20, 7, 0, 0, 0)));
    }
  }

  @Test
  @Tag("B5")
  void aRunEndedByTheCloseIsReportedBeforeTheEndOfTheSession() throws Exception {
    var streamed = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      var model = new FakeModel(FakeAgents.streamingForEver("so", streamed));
      var session = clerk(drover, model).hook(all).build().open();
      session.send("go");
      streamed.await();
      session.close();
      assertThat(names())
          .containsExactly("session_start", "before_model", "run_end", "session_end");
      assertThat(one(RunEnd.class).status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  @Test
  void aReopenedSessionIsReportedAsResumedOnceWithItsFirstHandle() {
    try (var drover = Drover.inMemory()) {
      var agent = clerk(drover, FakeModel.playing(says("hi"))).hook(all).build();
      var session = agent.open(SESSION);
      agent.open(SESSION).close();
      session.disconnect();
      agent.open(SESSION, OpenMode.RESUME).close();
      assertThat(names())
          .containsExactly("session_start", "session_end", "session_start", "session_end");
      assertThat(((SessionStart) observed.get(2)).beginning())
          .isEqualTo(HookPoint.SessionStartKind.RESUMED);
    }
  }

  @Test
  @Tag("B12")
  void aForkIsReportedAsAForkUntilItHasEventsOfItsOwn() {
    try (var drover = Drover.inMemory()) {
      var agent = clerk(drover, FakeModel.playing(says("hi"), says("well"))).hook(all).build();
      var source = agent.open(SESSION);
      source.ask("hello");
      var fork = source.fork();
      fork.disconnect();
      var again = agent.open(fork.id(), OpenMode.RESUME);
      again.ask("and now?");
      again.disconnect();
      agent.open(fork.id(), OpenMode.RESUME).close();
      assertThat(observed.stream().filter(SessionStart.class::isInstance))
          .extracting(point -> ((SessionStart) point).beginning())
          .containsExactly(
              HookPoint.SessionStartKind.CREATED,
              HookPoint.SessionStartKind.FORKED,
              HookPoint.SessionStartKind.FORKED,
              HookPoint.SessionStartKind.RESUMED);
    }
  }

  @Test
  void approvalsAndDenialsAreReported() {
    try (var drover = Drover.inMemory()) {
      var model = FakeModel.playing(calls("look", "break"), says("well"));
      var session =
          clerk(drover, model)
              .policy(Policy.ALLOW_ALL.asking("look").denying("break(*)"))
              .hook(all)
              .build()
              .open();
      var run = session.send("go");
      var question = ApprovalWaits.forQuestion(drover, run);
      var no = new ApprovalAnswer.No("not now", ApprovalAnswer.OnDenial.GO_ON);
      drover.approvals().answer(question.id(), no, "ann");
      run.await();
      assertThat(session.awaitIdle(LONG)).isTrue();
      assertThat(one(ApprovalAsked.class).approval()).isEqualTo(question.id());
      assertThat(one(ApprovalAsked.class).tool()).isEqualTo("look");
      assertThat(observed.stream().filter(PermissionDenied.class::isInstance))
          .extracting(point -> ((PermissionDenied) point).tool())
          .containsExactlyInAnyOrder("break", "look");
      assertThat(observed.stream().filter(PermissionDenied.class::isInstance))
          .extracting(point -> ((PermissionDenied) point).by())
          .contains("ann");
    }
  }

  @Test
  void aFailedRunIsReportedAsAnErrorAndAThrottledAccountAsARateLimit() throws Exception {
    var time = new VirtualTime();
    try (var drover = Drover.on(new MemoryStore()).time(time).build()) {
      var model =
          new FakeModel(
              (request, _) -> {
                throw request.attempt() == 1
                    ? FakeAgents.throttled(Duration.ofMinutes(1))
                    : FakeAgents.broken(new Failure.Retry.Never());
              });
      var session = clerk(drover, model).hook(all).build().open();
      var run = session.send("go");
      // The lease renewal, the takeover scan and the wait for the account.
      time.awaitSleepers(3);
      time.advance(Duration.ofMinutes(3));
      assertThat(run.await().status()).isEqualTo(RunStatus.FAILED);
      assertThat(session.awaitIdle(LONG)).isTrue();
      assertThat(names())
          .containsExactly(
              "session_start", "before_model", "rate_limit", "before_model", "error", "run_end");
      assertThat(one(RateLimit.class).problem().code()).isEqualTo("model_throttled");
      assertThat(one(RateLimit.class).retryAt())
          .isAfterOrEqualTo(VirtualTime.START.plus(Duration.ofMinutes(1)));
      assertThat(one(RunError.class).problem().code()).isEqualTo("model_unavailable");
    }
  }

  @Test
  void anObserverThatThrowsOrHangsChangesNothingForTheOthers() {
    try (var drover = Drover.inMemory()) {
      var model = FakeModel.playing(calls("look"), says("green"));
      var session =
          clerk(drover, model)
              .hook(
                  Hook.observer(
                          "broken",
                          Observed.class,
                          _ -> {
                            throw new IllegalStateException("no disk");
                          })
                      .withPriority(-2))
              .hook(
                  Hook.observer("stuck", RunEnd.class, _ -> new CountDownLatch(1).await())
                      .withPriority(-1)
                      .within(Duration.ofMillis(30)))
              .hook(all)
              .build()
              .open();
      assertThat(session.ask("go").text()).isEqualTo("green");
      assertThat(session.awaitIdle(LONG)).isTrue();
      assertThat(names())
          .containsExactly(
              "session_start",
              "before_model",
              "after_model",
              "before_model",
              "after_model",
              "run_end");
    }
  }

  @Test
  @Tag("B11")
  void aSessionIsIdleOnlyOnceObserversHaveReturned() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      var session =
          clerk(drover, FakeModel.playing(says("hi")))
              .hook(
                  Hook.observer(
                      "slow",
                      RunEnd.class,
                      _ -> {
                        begun.countDown();
                        goOn.await();
                      }))
              .build()
              .open();
      session.ask("go");
      begun.await();
      assertThat(session.isIdle()).isFalse();
      assertThat(session.awaitIdle(Duration.ofMillis(20))).isFalse();
      goOn.countDown();
      assertThat(session.awaitIdle(LONG)).isTrue();
      assertThat(session.isIdle()).isTrue();
    }
  }

  @Test
  @Tag("A4")
  void observersAreCalledOnlyAfterTheEventIsDurable() {
    var seen = new CopyOnWriteArrayList<Optional<Boolean>>();
    try (var drover = Drover.inMemory()) {
      var session =
          clerk(drover, FakeModel.playing(says("hi")))
              .hook(
                  Hook.observer(
                      "reader",
                      RunEnd.class,
                      end ->
                          seen.add(
                              drover
                                  .queries()
                                  .run(Objects.requireNonNull(end.scene().run()))
                                  .map(run -> run.status().isTerminal()))))
              .build()
              .open();
      session.ask("go");
      assertThat(session.awaitIdle(LONG)).isTrue();
      assertThat(seen).containsExactly(Optional.of(true));
    }
  }

  @Test
  void theModelAndTheJournalGetTheFilteredOutcome() {
    try (var drover = Drover.inMemory()) {
      var model = FakeModel.playing(calls("look", "break"), says("well"));
      var session =
          clerk(drover, model)
              .hook(
                  Hook.afterTool(
                      "mask", point -> Optional.of(point.text().replace("green", "red"))))
              .hook(
                  Hook.afterTool("note", point -> Optional.of(point.ending() + " " + point.text())))
              .build()
              .open();
      session.ask("go");
      assertThat(model.requests().getLast().messages().toString())
          .contains("SUCCEEDED it is red")
          .contains("FAILED no light")
          .doesNotContain("green");
      var mask = new HookMark("mask", HookMark.Action.REWROTE, "");
      var note = new HookMark("note", HookMark.Action.REWROTE, "");
      // An outcome that the filter did not change has no mark of it.
      assertThat(marks(session)).containsExactly(List.of(mask, note), List.of(note));
    }
  }

  @Test
  void aFilterThatThrowsOrHangsLeavesTheOutcomeUnchanged() {
    try (var drover = Drover.inMemory()) {
      var model = FakeModel.playing(calls("look"), says("well"));
      var session = clerk(drover, model).build().open();
      registerBrokenFilters(session);
      session.ask("go");
      assertThat(model.requests().getLast().messages().toString()).contains("it is green, twice");
      assertThat(marks(session))
          .containsExactly(List.of(new HookMark("fine", HookMark.Action.REWROTE, "")));
    }
  }

  /// The marks of each outcome, in call order.
  private static List<List<HookMark>> marks(Session session) {
    return session.page(Cursor.start(session.id()), 500).items().stream()
        .map(notice -> notice.event())
        .filter(Event.ToolSettled.class::isInstance)
        .map(Event.ToolSettled.class::cast)
        .sorted(Comparator.comparingLong(settled -> settled.effect().ordinal()))
        .map(Event.ToolSettled::marks)
        .toList();
  }

  private static void registerBrokenFilters(Session session) {
    session
        .hooks()
        .register(
            Hook.afterTool(
                "broken",
                _ -> {
                  throw new IllegalStateException("no");
                }));
    session
        .hooks()
        .register(
            Hook.afterTool(
                    "stuck",
                    _ -> {
                      new CountDownLatch(1).await();
                      return Optional.of("never");
                    })
                .within(Duration.ofMillis(30)));
    session
        .hooks()
        .register(Hook.afterTool("fine", point -> Optional.of(point.text() + ", twice")));
  }
}
