package dev.drover.testkit;

import static dev.drover.testkit.Fakes.says;
import static dev.drover.testkit.HandOffStage.FIRST;
import static dev.drover.testkit.HandOffStage.MESSAGE;
import static dev.drover.testkit.HandOffStage.NEXT;
import static dev.drover.testkit.HandOffStage.answering;
import static dev.drover.testkit.HandOffStage.billing;
import static dev.drover.testkit.HandOffStage.calls;
import static dev.drover.testkit.HandOffStage.clerk;
import static dev.drover.testkit.HandOffStage.last;
import static dev.drover.testkit.HandOffStage.to;
import static dev.drover.testkit.Journals.assertStrictlyReplayed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.codec.InputCodec;
import dev.drover.kernel.Chain;
import dev.drover.kernel.Event;
import dev.drover.kernel.Input;
import dev.drover.kernel.Limits;
import dev.drover.kernel.Message;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.RunReport;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.HandOffRefused;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.problem.SessionDeleted;
import dev.drover.runtime.task.Assignment;
import dev.drover.runtime.task.Subagent;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.Fate;
import dev.drover.spi.store.InputId;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Conversations that are handed on, through the public API.
@Tag("B15")
@Timeout(60)
final class HandOffLawTest {
  @Test
  void aRunEndsByHandingOnAndPromptsToTheFirstSessionReachTheSecond() {
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
      assertThat(report.goesOn())
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
  void askGivesTheAnswerOfWhoeverGoesOn() {
    try (var drover = Drover.inMemory()) {
      billing(drover);
      assertThat(clerk(drover).build().open(FIRST).ask("refund").text())
          .isEqualTo("billing: " + MESSAGE);
    }
  }

  @Test
  void theEndOfTheRunAndTheBeginningOfTheNextAreOneAppend() {
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session = clerk(drover).build().open(FIRST);
      session.ask("refund");
      var own = Journals.of(drover, FIRST);
      assertThat(own.subList(own.size() - 4, own.size()))
          .extracting(entry -> entry.event().getClass().getSimpleName())
          .containsExactly("ToolSettled", "ReplyInterrupted", "SessionHandedOff", "RunFinished");
      var there = Journals.of(drover, NEXT);
      assertThat(there.subList(0, own.size())).isEqualTo(own);
      assertThat(there.subList(own.size(), own.size() + 3))
          .extracting(entry -> entry.event().getClass().getSimpleName())
          .containsExactly("SessionForked", "RecipeAdopted", "RunAccepted");
      assertThat(there).extracting(Recorded::event).noneMatch(Event.RunRecovered.class::isInstance);
    }
  }

  @Test
  void theHostHandsOnToo() {
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
  void aSessionAtWorkIsNotHandedOnByTheHost() throws Exception {
    var begun = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session = Fakes.talker(drover, begun).open(FIRST);
      session.send("talk");
      begun.await();
      assertThatThrownBy(() -> session.handOff("billing", "Take over."))
          .isInstanceOf(SessionBusy.class);
      assertThat(session.successor()).isEmpty();
    }
  }

  @Test
  void sixteenTimesAndNotOnceMore() {
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
      assertThat(drover.archive().sessions()).hasSize(1 + Chain.MOST);
      var end = drover.archive().sessions().getLast().session();
      assertThatThrownBy(() -> passing.open(end, OpenMode.RESUME).handOff("passing", "once more"))
          .isInstanceOf(HandOffRefused.class)
          .hasMessageContaining("16 times");
      // It reaches the end of the chain, and stays there.
      assertThat(session.ask("and now?").text()).startsWith("I stay");
      assertThat(drover.archive().sessions()).hasSize(1 + Chain.MOST);
    }
  }

  @Test
  @Tag("B2")
  void promptsThatWaitGoOnWithTheConversation() throws Exception {
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
                        return Fakes.done("seen");
                      }))
              .build()
              .open(FIRST);
      var run = session.send("refund");
      begun.await();
      var waiting = session.send(Ask.of("and a receipt").whenBusy(WhenBusy.QUEUE).withKey("k"));
      goOn.countDown();
      assertThat(run.awaitLast().text()).isEqualTo("billing: " + MESSAGE);
      assertThat(waiting.await().goesOn().map(RunReport.Successor::session))
          .isEqualTo(run.await().goesOn().map(RunReport.Successor::session));
      assertThat(waiting.awaitLast().text()).isEqualTo("billing: and a receipt");
      assertStrictlyReplayed(drover, FIRST);
      assertStrictlyReplayed(drover, run.await().goesOn().orElseThrow().session());
    }
  }

  @Test
  @Tag("F1")
  void whoeverHasChildrenAtWorkIsToldToWaitForThem() throws Exception {
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
  void whereTheConversationWasHandedOnNoTaskGoesOnBehindItAndNoRunBegins() {
    try (var drover = Drover.inMemory()) {
      billing(drover);
      var session =
          clerk(drover)
              .subagents(List.of(Subagent.of("scout", "finds things", "Find it.")))
              .build()
              .open(FIRST);
      session.ask("refund");
      assertThatThrownBy(() -> session.tasks().start(Assignment.to("scout", "look")))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("the conversation goes on in session " + NEXT)
          .hasMessageContaining("Give it out there");
      // Whoever waits for it hears of it.
      assertThat(session.tasks().run("scout", "look").text()).isEqualTo("clerk: look");
      assertThat(session.runs()).hasSize(1);
    }
  }

  @Test
  void anAgentThatIsNotThereIsToldToTheModelAndTheRunGoesOn() {
    try (var drover = Drover.inMemory()) {
      var session = clerk(drover).build().open(FIRST);
      assertThat(session.ask("refund").text()).contains("agent 'billing' is not at work here");
      assertThat(session.successor()).isEmpty();
    }
  }

  @Test
  @Tag("B12")
  void aForkOfASessionThatHandedOnHasTheConversationForItself() {
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
  void aSuccessorThatWasDeletedIsNamed() {
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
  void aPromptThatWaitsForASuccessorThatWasDeletedIsSettledAsThat() throws InterruptedException {
    var store = new MemoryStore();
    try (var drover = Drover.on(store).build()) {
      billing(drover);
      var session = clerk(drover).build().open(FIRST);
      session.ask("refund");
      assertThat(drover.delete(NEXT)).isTrue();
      var recipe = Objects.requireNonNull(drover.archive().state(FIRST).profile().recipe());
      var late =
          new Input.Prompted(
              new RunId("r-late"),
              new Prompt(Text.of("hello"), new Prompt.History.Own(), null),
              recipe,
              Limits.DEFAULT,
              WhenBusy.QUEUE);
      var body = Bytes.of(new InputCodec().encode(late));
      var id = new InputId("i-late");
      store.inbox().put(new Inbox.Item(FIRST, id, body, Instant.EPOCH), 1);
      Waiting.until(() -> store.inbox().fate(FIRST, id).orElseThrow() instanceof Fate.Ignored);
      assertThat(store.inbox().fate(FIRST, id).orElseThrow().toString())
          .contains("session_deleted", NEXT + " was deleted")
          .doesNotContain("goes on");
    }
  }
}
