package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Answer;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.HookMark;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Usage;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Session;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.hook.HookPoint.AfterModel;
import dev.drover.runtime.hook.HookPoint.ApprovalAsked;
import dev.drover.runtime.hook.HookPoint.BeforeModel;
import dev.drover.runtime.hook.HookPoint.PermissionDenied;
import dev.drover.runtime.hook.HookPoint.RateLimit;
import dev.drover.runtime.hook.HookPoint.RunEnd;
import dev.drover.runtime.hook.HookPoint.RunError;
import dev.drover.runtime.hook.HookPoint.SessionEnd;
import dev.drover.runtime.hook.HookPoint.SessionStart;
import dev.drover.runtime.hook.HookPoint.Told;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.watch.Cursor;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
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

/// Hooks that are told what happened, and those that may change what a tool gave.
@Tag("E6")
@Timeout(60)
final class ObserverTest {
  private static final SessionId SESSION = new SessionId("s-told");
  private static final Duration LONG = Duration.ofSeconds(20);

  private final List<Told> told = new CopyOnWriteArrayList<>();
  private final Hook all = Hook.observer("all", Told.class, told::add);

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
    return told.stream().map(point -> point.name().word()).toList();
  }

  private <P extends HookPoint> P one(Class<P> kind) {
    return told.stream().filter(kind::isInstance).map(kind::cast).findFirst().orElseThrow();
  }

  @Test
  @Tag("B5")
  void aSessionIsToldFromItsStartToItsEndInOrderAndWithTrueTotals() {
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
      assertThat(told.getFirst())
          .isEqualTo(new SessionStart(told.getFirst().scene(), HookPoint.Beginning.CREATED));
      assertThat(told.get(1).scene().run()).isEqualTo(run.id());
      assertThat(one(BeforeModel.class).model()).isEqualTo("fake/model");
      assertThat(one(AfterModel.class).calls()).isEqualTo(1);
      var end = one(RunEnd.class);
      assertThat(end.status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(end.text()).isEqualTo("green");
      // 10 + 10 tokens in, 5 + 2 out.
      assertThat(end.usage()).isEqualTo(new Usage(20, 7, 0, 0, 0));
      assertThat(told.getLast())
          .isEqualTo(new SessionEnd(told.getFirst().scene(), 2, new Usage(20, 7, 0, 0, 0)));
    }
  }

  @Test
  @Tag("B5")
  void aRunThatIsCutOffByTheCloseIsToldBeforeTheEndOfTheSession() throws Exception {
    var streamed = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      var model = new FakeModel(Fakes.streamingForEver("so", streamed));
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
  void aSessionThatIsOpenedAgainIsToldAsResumedAndOnlyWithItsFirstHandle() {
    try (var drover = Drover.inMemory()) {
      var agent = clerk(drover, FakeModel.playing(says("hi"))).hook(all).build();
      var session = agent.open(SESSION);
      agent.open(SESSION).close();
      session.disconnect();
      agent.open(SESSION, OpenMode.RESUME).close();
      assertThat(names())
          .containsExactly("session_start", "session_end", "session_start", "session_end");
      assertThat(((SessionStart) told.get(2)).beginning()).isEqualTo(HookPoint.Beginning.RESUMED);
    }
  }

  @Test
  @Tag("B12")
  void aForkIsToldAsAForkUntilSomethingHasHappenedInIt() {
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
      assertThat(told.stream().filter(SessionStart.class::isInstance))
          .extracting(point -> ((SessionStart) point).beginning())
          .containsExactly(
              HookPoint.Beginning.CREATED,
              HookPoint.Beginning.FORKED,
              HookPoint.Beginning.FORKED,
              HookPoint.Beginning.RESUMED);
    }
  }

  @Test
  void questionsAndDenialsAreTold() {
    try (var drover = Drover.inMemory()) {
      var model = FakeModel.playing(calls("look", "break"), says("well"));
      var session =
          clerk(drover, model)
              .policy(Policy.ALLOW_ALL.asking("look").denying("break(*)"))
              .hook(all)
              .build()
              .open();
      var run = session.send("go");
      var question = Waiting.forQuestion(drover, run);
      var no = new Answer.No("not now", Answer.Then.GO_ON);
      drover.approvals().answer(question.id(), no, "ann");
      run.await();
      assertThat(session.awaitIdle(LONG)).isTrue();
      assertThat(one(ApprovalAsked.class).approval()).isEqualTo(question.id());
      assertThat(one(ApprovalAsked.class).tool()).isEqualTo("look");
      assertThat(told.stream().filter(PermissionDenied.class::isInstance))
          .extracting(point -> ((PermissionDenied) point).tool())
          .containsExactlyInAnyOrder("break", "look");
      assertThat(told.stream().filter(PermissionDenied.class::isInstance))
          .extracting(point -> ((PermissionDenied) point).by())
          .contains("ann");
    }
  }

  @Test
  void aFailedRunIsAnErrorAndAThrottledAccountIsARateLimit() throws Exception {
    var time = new VirtualTime();
    try (var drover = Drover.on(new MemoryStore()).time(time).build()) {
      var model =
          new FakeModel(
              (request, _) -> {
                throw request.attempt() == 1
                    ? Fakes.throttled(Duration.ofMinutes(1))
                    : Fakes.broken(new Failure.Retry.Never());
              });
      var session = clerk(drover, model).hook(all).build().open();
      var run = session.send("go");
      // One renews the lease, one looks for what nobody drives, one waits for the account.
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
  void oneThatThrowsOrHangsChangesNothingAndTheOthersAreTold() {
    try (var drover = Drover.inMemory()) {
      var model = FakeModel.playing(calls("look"), says("green"));
      var session =
          clerk(drover, model)
              .hook(
                  Hook.observer(
                          "broken",
                          Told.class,
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
  void aSessionIsIdleOnlyWhenHooksKnowOfTheEnd() throws Exception {
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
  void whatIsToldIsDurable() {
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
                                  .archive()
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
  void theModelAndTheJournalGetWhatAFilterMadeOfAnOutcome() {
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
      var mask = new HookMark("mask", HookMark.Deed.REWROTE, "");
      var note = new HookMark("note", HookMark.Deed.REWROTE, "");
      // What the filter had nothing to change in has no mark of it.
      assertThat(marks(session)).containsExactly(List.of(mask, note), List.of(note));
    }
  }

  @Test
  void aFilterThatThrowsOrHangsLeavesTheOutcomeAsItWas() {
    try (var drover = Drover.inMemory()) {
      var model = FakeModel.playing(calls("look"), says("well"));
      var session = clerk(drover, model).build().open();
      registerBrokenFilters(session);
      session.ask("go");
      assertThat(model.requests().getLast().messages().toString()).contains("it is green, twice");
      assertThat(marks(session))
          .containsExactly(List.of(new HookMark("fine", HookMark.Deed.REWROTE, "")));
    }
  }

  /// Of each outcome, in call order.
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
