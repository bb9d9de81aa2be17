package dev.drover;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.problem.AnswerMissing.RunNotCompleted;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.InvalidRequest.RunKeyConflict;
import dev.drover.problem.InvalidRequest.SessionExists;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.tool.ToolSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class SessionTest {
  private final Drover drover = Drover.inMemory();

  @AfterEach
  void letGo() {
    drover.close();
  }

  private Agent agent(FakeModel model) {
    return drover.agent("clerk").model(model).build();
  }

  @Test
  @Tag("B1")
  void aSessionIsCreatedResumedOrRefusedAccordingToTheMode() {
    var agent = agent(FakeModel.playing(says("hello")));
    var id = new SessionId("s-mine");
    assertThatThrownBy(() -> agent.open(id, OpenMode.RESUME)).isInstanceOf(SessionNotFound.class);
    assertThat(drover.queries().sessions()).isEmpty();
    agent.open(id, OpenMode.CREATE).ask("hi");
    assertThatThrownBy(() -> agent.open(id, OpenMode.CREATE)).isInstanceOf(SessionExists.class);
    assertThat(agent.open(id, OpenMode.RESUME).turnCount()).isEqualTo(1);
    assertThat(agent.open(id).turnCount()).isEqualTo(1);
  }

  @Test
  @Tag("B1")
  void invalidConfigurationIsRefusedEarlyWithTheFieldName() {
    var model = FakeModel.playing(says("hello"));
    assertThatThrownBy(() -> drover.agent("clerk").build())
        .isInstanceOf(ConfigurationInvalid.class)
        .hasMessageContaining("model");
    assertThatThrownBy(() -> drover.agent("clerk").model("nobody/model"))
        .hasMessageContaining("model")
        .hasMessageContaining("nobody");
    assertThatThrownBy(() -> drover.agent("clerk").model(model).maxTurns(0).build())
        .hasMessageContaining("turns");
    assertThatThrownBy(() -> drover.agent("not a name")).hasMessageContaining("name");
    assertThatThrownBy(() -> Policy.ALLOW_ALL.denying("bash(")).hasMessageContaining("bash(");
    agent(model).open(new SessionId("s-clerk"));
    var other = drover.agent("other").model(model).build();
    assertThatThrownBy(() -> other.open(new SessionId("s-clerk")))
        .hasMessageContaining("belongs to agent 'clerk'");
  }

  @Test
  @Tag("B2")
  void aBusySessionRefusesASecondPromptAndLosesNothing() throws Exception {
    var asked = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    var model =
        new FakeModel(
            (_, _) -> {
              asked.countDown();
              go.await();
              return says("done");
            });
    var session = agent(model).open();
    var run = session.send("first");
    asked.await();
    assertThatThrownBy(() -> session.send("second"))
        .isInstanceOf(SessionBusy.class)
        .hasMessageContaining(run.id().value());
    go.countDown();
    assertThat(run.await().text()).isEqualTo("done");
    assertThat(session.history()).hasSize(2);
  }

  @Test
  @Tag("B3")
  void aHistoryGivenWithAPromptIsUsedOnlyForThatRun() {
    var model = FakeModel.playing(says("one"), says("two"), says("three"));
    var session = agent(model).open();
    session.ask("mine");
    var given =
        List.<Message>of(
            new Message.User(Text.of("theirs")),
            new Message.Assistant(List.of(), Message.Ending.WHOLE));
    assertThat(session.send(Ask.of("about theirs").withHistory(given)).await().text())
        .isEqualTo("two");
    assertThat(model.requests().getLast().messages())
        .startsWith(new Message.User(Text.of("theirs")))
        .hasSize(3);
    assertThat(session.history()).hasSize(2);
    assertThatThrownBy(
            () -> session.send(Ask.of("x").withHistory(List.of(given.getLast(), given.getFirst()))))
        .isInstanceOf(ConfigurationInvalid.class)
        .hasMessageContaining("history");
  }

  @Test
  @Tag("B3")
  @Tag("A6")
  void aModelErrorAddsNothingToTheHistory() {
    var model =
        new FakeModel(
            (_, _) -> {
              throw FakeAgents.broken(Failure.Retry.NEVER);
            });
    var session = agent(model).open();
    assertThatThrownBy(() -> session.ask("hi"))
        .isInstanceOf(RunNotCompleted.class)
        .hasMessageContaining("model_unavailable");
    assertThat(session.history()).isEmpty();
    assertThat(session.runs().getFirst().status()).isEqualTo(RunStatus.FAILED);
  }

  @Test
  @Tag("B3")
  void aModelErrorAfterAToolCallKeepsTheCallSoThatItIsNotRepeated() {
    var model =
        new FakeModel(
            (request, _) -> {
              if (request.messages().size() == 1) {
                return calls("pay");
              }
              throw FakeAgents.broken(Failure.Retry.NEVER);
            });
    var session =
        drover
            .agent("payer")
            .model(model)
            .tools(FakeTool.unsafe("pay", _ -> done("paid")))
            .policy(Policy.ALLOW_ALL)
            .build()
            .open();
    assertThatThrownBy(() -> session.ask("pay")).isInstanceOf(RunNotCompleted.class);
    assertThat(session.history())
        .extracting(message -> message.getClass().getSimpleName())
        .containsExactly("User", "Assistant", "ToolResult", "Assistant");
  }

  @Test
  @Tag("B9")
  void clearedHistoryIsNotInLaterRequestsButStaysInTheJournal() {
    var model = FakeModel.playing(says("one"));
    var session = agent(model).open();
    session.ask("a secret");
    session.clearHistory();
    session.clearHistory();
    session.ask("next");
    assertThat(model.requests().getLast().messages())
        .containsExactly(new Message.User(Text.of("next")));
    assertThat(session.history()).hasSize(2);
    assertThat(session.runs()).hasSize(2);
  }

  @Test
  @Tag("B9")
  void viewsAreFoldsOfTheJournal() {
    var session =
        drover
            .agent("viewer")
            .model(FakeModel.playing(calls("look"), says("seen")))
            .tools(FakeTool.pure("look", _ -> done("a tree")))
            .policy(Policy.ALLOW_ALL)
            .build()
            .open();
    assertThat(session.lastResponse()).isEmpty();
    assertThat(session.ask("look").usage()).isEqualTo(new Usage(20, 7, 0, 0, 0));
    assertThat(session.turnCount()).isEqualTo(2);
    assertThat(session.totalUsage()).isEqualTo(new Usage(20, 7, 0, 0, 0));
    assertThat(session.lastTurnUsage()).isEqualTo(new Usage(10, 2, 0, 0, 0));
    assertThat(session.lastResponse()).contains("seen");
    assertThat(session.eventCount()).isEqualTo(9);
    assertThat(session.currentRun()).isEmpty();
  }

  @Test
  @Tag("A10")
  void thirtyTwoConcurrentStartsWithOneKeyMakeOneRun() throws Exception {
    var model = FakeModel.playing(says("done"));
    var session = agent(model).open();
    var runs = ConcurrentHashMap.newKeySet();
    var starters = new ArrayList<Thread>();
    for (int i = 0; i < 32; i++) {
      starters.add(
          Thread.ofVirtual()
              .start(() -> runs.add(session.send(Ask.of("pay").withKey("k-1")).id())));
    }
    for (var starter : starters) {
      starter.join();
    }
    assertThat(runs).hasSize(1);
    assertThat(session.runs()).hasSize(1);
    session.currentRun().ifPresent(run -> run.await());
    assertThat(model.requests()).hasSize(1);
    assertThatThrownBy(() -> session.send(Ask.of("pay more").withKey("k-1")))
        .isInstanceOf(RunKeyConflict.class)
        .hasMessageContaining("k-1");
  }

  @Test
  @Tag("A11")
  void sessionsAndRunsAreListedInCreationOrder() {
    var agent = agent(FakeModel.playing(says("done")));
    var ids = new ArrayList<String>();
    for (int i = 0; i < 1_100; i++) {
      ids.add("s-" + (5_000 - i));
      agent.open(new SessionId(ids.getLast()));
    }
    assertThat(drover.queries().sessions())
        .extracting(SessionRow::session)
        .map(SessionId::value)
        .isEqualTo(ids);
  }

  @Test
  @Tag("D1")
  void aToolThatThrowsGivesTheModelAnErrorResult() {
    var session =
        drover
            .agent("breaker")
            .model(FakeModel.playing(calls("throws", "overflows", "missing"), says("noted")))
            .tools(
                FakeTool.pure(
                    "throws",
                    _ -> {
                      throw new IllegalStateException("no such table");
                    }),
                FakeTool.pure(
                    "overflows",
                    _ -> {
                      throw new StackOverflowError();
                    }))
            .policy(Policy.ALLOW_ALL)
            .build()
            .open();
    assertThat(session.ask("go").text()).isEqualTo("noted");
    assertThat(session.history())
        .filteredOn(Message.ToolResult.class::isInstance)
        .extracting(message -> ((Message.ToolResult) message).outcome())
        .containsExactly(
            new ToolOutcome.Failed(Text.of("no such table")),
            new ToolOutcome.Failed(Text.of("tool overflows broke: call threw StackOverflowError")),
            new ToolOutcome.Refused(
                "there is no tool 'missing'; the closest are throws, overflows"));
  }

  @Test
  @Tag("D1")
  void aToolThatIgnoresItsTimeoutIsAbandonedAndTheRunContinues() {
    var stop = new AtomicBoolean();
    var spec =
        new ToolSpec(
            "deaf",
            "Hears nothing.",
            "{\"type\":\"object\"}",
            FakeTool.pure("terms", _ -> done("")).spec().terms(),
            Duration.ofMillis(50),
            1_000);
    var deaf =
        new FakeTool(
            spec,
            _ -> {
              while (!stop.get()) {
                // Parking returns at once while the thread is interrupted, and goes on.
                LockSupport.parkNanos(1_000_000);
              }
              return done("late");
            });
    var session =
        drover
            .agent("waiter")
            .model(FakeModel.playing(calls("deaf"), says("went on")))
            .tools(deaf)
            .policy(Policy.ALLOW_ALL)
            .build()
            .open();
    assertThat(session.ask("go").text()).isEqualTo("went on");
    stop.set(true);
    assertThat(session.history().get(2).toString()).contains("timed out after PT0.05S");
  }

  @Test
  @Tag("C7")
  void aRunOutOfTurnsGetsOneFinalCallWithoutToolsAndFailsWithItsAnswer() {
    var model =
        new FakeModel(
            (request, _) -> request.tools().isEmpty() ? says("as far as I got") : calls("look"));
    var session =
        drover
            .agent("looper")
            .model(model)
            .tools(FakeTool.pure("look", _ -> done("nothing new")))
            .policy(Policy.ALLOW_ALL)
            .maxTurns(3)
            .build()
            .open();
    var report = session.send("find it").await();
    assertThat(report.status()).isEqualTo(RunStatus.FAILED);
    assertThat(report.problem().orElseThrow().problem().code()).isEqualTo("out_of_turns");
    assertThat(report.text()).isEqualTo("as far as I got");
    assertThat(model.requests()).hasSize(4);
  }
}
