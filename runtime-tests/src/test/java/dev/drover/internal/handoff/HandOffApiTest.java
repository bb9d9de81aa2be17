package dev.drover.internal.handoff;

import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.HandOffFixture.FIRST;
import static dev.drover.fixture.HandOffFixture.MESSAGE;
import static dev.drover.fixture.HandOffFixture.NEXT;
import static dev.drover.fixture.HandOffFixture.answering;
import static dev.drover.fixture.HandOffFixture.billing;
import static dev.drover.fixture.HandOffFixture.calls;
import static dev.drover.fixture.HandOffFixture.clerk;
import static dev.drover.fixture.HandOffFixture.last;
import static dev.drover.fixture.HandOffFixture.to;
import static dev.drover.fixture.WholeJournals.assertStrictlyReplayed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.RunReport;
import dev.drover.codec.InputCodec;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.WholeJournals;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.machine.HandOffChain;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.policy.Policy;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.RequestRefused.HandOffRefused;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.problem.SessionUnavailable.SessionDeleted;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Inbox.InputStatus;
import dev.drover.store.memory.MemoryStore;
import dev.drover.task.Subagent;
import dev.drover.task.TaskAssignment;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Hand-offs of conversations, through the public API.
@Tag("B15")
@Timeout(60)
final class HandOffApiTest {
  @Test
  void aHandOffEndsTheRunAndLaterPromptsReachTheSuccessor() {
    try (var drover = Drover.inMemory()) {
      var model = answering("billing");
      billing(drover, model);
      var session = clerk(drover).build().open(FIRST);
      session.ask("hello");
      var run = session.send("refund");
      var report = run.await();
      assertThat(report.status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(report.text()).isEqualTo(MESSAGE);
      var there = new SessionId("s-first-e3");
      assertThat(report.nextRun())
          .contains(new RunReport.Successor(there, new RunId(there.value())));
      assertThat(run.awaitLast().text()).isEqualTo("billing: " + MESSAGE);
      assertThat(session.successor()).contains(there);
      long events = session.eventCount();
      assertThat(session.ask("thanks").text()).isEqualTo("billing: thanks");
      assertThat(session.eventCount()).isEqualTo(events);
      assertThat(model.requests().getLast().messages())
          .hasSize(9)
          .startsWith(new Message.User(Text.of("hello")))
          .endsWith(new Message.User(Text.of("thanks")));
      assertStrictlyReplayed(drover, FIRST);
      assertStrictlyReplayed(drover, there);
    }
  }

  @Test
  void askReturnsTheAnswerOfTheSuccessor() {
    try (var drover = Drover.inMemory()) {
      billing(drover);
      assertThat(clerk(drover).build().open(FIRST).ask("refund").text())
          .isEqualTo("billing: " + MESSAGE);
    }
  }

  @Test
  void theEndOfTheRunAndTheStartOfTheNextAreOneAppend() {
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session = clerk(drover).build().open(FIRST);
      session.ask("refund");
      var own = WholeJournals.of(drover, FIRST);
      assertThat(own.subList(own.size() - 4, own.size()))
          .extracting(entry -> entry.event().getClass().getSimpleName())
          .containsExactly("ToolSettled", "ReplyInterrupted", "SessionHandedOff", "RunFinished");
      var there = WholeJournals.of(drover, NEXT);
      assertThat(there.subList(0, own.size())).isEqualTo(own);
      assertThat(there.subList(own.size(), own.size() + 3))
          .extracting(entry -> entry.event().getClass().getSimpleName())
          .containsExactly("SessionForked", "RecipeAdopted", "RunAccepted");
      assertThat(there)
          .extracting(RecordedEvent::event)
          .noneMatch(Event.RunRecovered.class::isInstance);
    }
  }

  @Test
  void theHostCanHandOff() {
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session = clerk(drover).build().open(FIRST);
      session.ask("hello");
      var run = session.handOff("billing", "Take over.");
      assertThat(run.await().text()).isEqualTo("billing: Take over.");
      assertThat(session.successor()).contains(run.session());
      assertThat(session.ask("and now?").text()).isEqualTo("billing: and now?");
      assertThatThrownBy(() -> session.handOff("billing", "again"))
          .isInstanceOf(HandOffRefused.class)
          .hasMessageContaining("goes on in session " + run.session());
      assertThatThrownBy(() -> session.handOff("nobody", "again"))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("nobody");
      assertStrictlyReplayed(drover, FIRST);
    }
  }

  @Test
  void theHostCannotHandOffABusySession() throws Exception {
    var begun = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session = FakeAgents.talker(drover, begun).open(FIRST);
      session.send("talk");
      begun.await();
      assertThatThrownBy(() -> session.handOff("billing", "Take over."))
          .isInstanceOf(SessionBusy.class);
      assertThat(session.successor()).isEmpty();
    }
  }

  @Test
  void aConversationIsHandedOffAtMostSixteenTimes() {
    try (var drover = Drover.inMemory()) {
      var passing =
          drover
              .agent("passing")
              .model(
                  new FakeModel(
                      (request, _) ->
                          last(request).startsWith("Failed")
                              ? says("I stay: " + last(request))
                              : calls("hand_off", to("passing"))))
              .policy(Policy.ALLOW_ALL)
              .successor("passing", "anything")
              .build();
      var session = passing.open(FIRST);
      assertThat(session.ask("go").text())
          .isEqualTo(
              "I stay: Failed[reason=Inline[value=the conversation was handed on 16 times already;"
                  + " go on yourself]]");
      assertThat(drover.queries().sessions()).hasSize(1 + HandOffChain.MOST);
      var end = drover.queries().sessions().getLast().session();
      assertThatThrownBy(() -> passing.open(end, OpenMode.RESUME).handOff("passing", "once more"))
          .isInstanceOf(HandOffRefused.class)
          .hasMessageContaining("16 times");
      // It reaches the end of the chain and stays there.
      assertThat(session.ask("and now?").text()).startsWith("I stay");
      assertThat(drover.queries().sessions()).hasSize(1 + HandOffChain.MOST);
    }
  }

  @Test
  @Tag("B2")
  void queuedPromptsMoveToTheSuccessor() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session =
          clerk(drover)
              .model(
                  new FakeModel(
                      (request, _) ->
                          last(request).equals("refund")
                              ? calls("look", "{}", "hand_off", to("billing"), "look", "{}")
                              : says("clerk")))
              .tools(
                  FakeTool.unsafe(
                      "look",
                      _ -> {
                        begun.countDown();
                        goOn.await();
                        return FakeAgents.done("seen");
                      }))
              .build()
              .open(FIRST);
      var run = session.send("refund");
      begun.await();
      var waiting = session.send(Ask.of("and a receipt").whenBusy(WhenBusy.QUEUE).withKey("k"));
      goOn.countDown();
      assertThat(run.awaitLast().text()).isEqualTo("billing: " + MESSAGE);
      assertThat(waiting.await().nextRun().map(RunReport.Successor::session))
          .isEqualTo(run.await().nextRun().map(RunReport.Successor::session));
      assertThat(waiting.awaitLast().text()).isEqualTo("billing: and a receipt");
      assertStrictlyReplayed(drover, FIRST);
      assertStrictlyReplayed(drover, run.await().nextRun().orElseThrow().session());
    }
  }

  @Test
  @Tag("F1")
  void aHandOffWithPendingTasksIsRefused() throws Exception {
    var goOn = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session =
          clerk(drover)
              .model(
                  new FakeModel(
                      (request, _) -> {
                        if (request.agent().equals("clerk/scout")) {
                          goOn.await();
                          return says("found");
                        }
                        return last(request).equals("refund")
                            ? calls(
                                "task",
                                "{\"agent\":\"scout\",\"prompt\":\"look\",\"background\":true}",
                                "hand_off",
                                to("billing"))
                            : says("clerk: " + last(request));
                      }))
              .subagents(List.of(Subagent.of("scout", "finds things", "Find it.")))
              .build()
              .open(FIRST);
      assertThat(session.ask("refund").text()).contains("1 tasks are going");
      assertThat(session.successor()).isEmpty();
      goOn.countDown();
    }
  }

  @Test
  @Tag("F3")
  void aHandedOffSessionStartsNoBackgroundTasksAndNoRuns() {
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session =
          clerk(drover)
              .subagents(List.of(Subagent.of("scout", "finds things", "Find it.")))
              .build()
              .open(FIRST);
      session.ask("refund");
      assertThatThrownBy(() -> session.tasks().start(TaskAssignment.to("scout", "look")))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("the conversation goes on in session " + NEXT)
          .hasMessageContaining("Give it out there");
      // A foreground task still returns its answer.
      assertThat(session.tasks().run("scout", "look").text()).isEqualTo("clerk: look");
      assertThat(session.runs()).hasSize(1);
    }
  }

  @Test
  void anUnknownSuccessorIsReportedToTheModelAndTheRunContinues() {
    try (var drover = Drover.inMemory()) {
      var session = clerk(drover).build().open(FIRST);
      assertThat(session.ask("refund").text()).contains("agent 'billing' is not at work here");
      assertThat(session.successor()).isEmpty();
    }
  }

  @Test
  @Tag("B12")
  void aForkOfAHandedOffSessionKeepsItsOwnConversation() {
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session = clerk(drover).build().open(FIRST);
      session.ask("refund");
      var fork = session.fork();
      assertThat(fork.successor()).isEmpty();
      assertThat(fork.ask("hello").text()).isEqualTo("clerk: hello");
    }
  }

  @Test
  @Tag("B10")
  void aDeletedSuccessorIsNamed() {
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session = clerk(drover).build().open(FIRST);
      session.ask("refund");
      assertThat(drover.delete(NEXT)).isTrue();
      assertThatThrownBy(() -> session.ask("hello"))
          .isInstanceOf(SessionDeleted.class)
          .hasMessageContaining(NEXT.value());
    }
  }

  @Test
  @Tag("B15")
  void aQueuedPromptForADeletedSuccessorIsSettledAsDeleted() throws InterruptedException {
    var store = new MemoryStore();
    try (var drover = Drover.on(store).build()) {
      billing(drover);
      var session = clerk(drover).build().open(FIRST);
      session.ask("refund");
      assertThat(drover.delete(NEXT)).isTrue();
      var recipe = Objects.requireNonNull(drover.queries().snapshot(FIRST).profile().recipe());
      var late =
          new Input.Prompted(
              new RunId("r-late"),
              new Prompt(Text.of("hello"), new Prompt.History.Own(), null),
              recipe,
              RunLimits.DEFAULT,
              WhenBusy.QUEUE);
      var body = Bytes.of(new InputCodec().encode(late));
      var id = new InputId("i-late");
      store.inbox().put(new Inbox.Item(FIRST, id, body, Instant.EPOCH), 1);
      ApprovalWaits.until(
          () -> store.inbox().status(FIRST, id).orElseThrow() instanceof InputStatus.Ignored);
      assertThat(store.inbox().status(FIRST, id).orElseThrow().toString())
          .contains("session_deleted", NEXT + " was deleted")
          .doesNotContain("goes on");
    }
  }
}
