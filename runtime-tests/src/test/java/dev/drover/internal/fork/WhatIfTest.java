package dev.drover.internal.fork;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Agent;
import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.WhatIf;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.policy.Policy;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.InvalidRequest.CursorInvalid;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.query.RunDiff.Difference;
import dev.drover.query.RunOutline;
import dev.drover.query.RunOutline.CallOutline;
import dev.drover.query.RunOutline.Turn;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Alternative runs in a fork, and how they compare.
@Tag("B13")
@Timeout(60)
final class WhatIfTest {
  private final FakeModel looking = FakeModel.playing(calls("look"), says("It is red."));
  private final FakeModel blind = FakeModel.playing(says("I cannot tell."), says("No idea."));
  private Drover drover;
  private Agent clerk;
  private Agent other;

  @BeforeEach
  void open() {
    drover = Drover.inMemory();
    clerk = agent("clerk", looking);
    other = agent("other", blind);
  }

  @AfterEach
  void close() {
    drover.close();
  }

  private Agent agent(String name, FakeModel model) {
    return drover
        .agent(name)
        .model(model)
        .tools(FakeTool.pure("look", _ -> done("red")))
        .policy(Policy.ALLOW_ALL)
        .build();
  }

  @Test
  void anOutlineDescribesARunFromItsPromptToItsEnd() {
    var session = clerk.open(new SessionId("s-1"));
    var run = session.send("What colour is it?");
    run.await();
    assertThat(drover.queries().outline(run.id()))
        .isEqualTo(
            new RunOutline(
                run.id(),
                session.id(),
                RunStatus.COMPLETED,
                "fake/model",
                "What colour is it?",
                List.of(
                    new Turn("", List.of(new CallOutline("look", "{}", "succeeded: red"))),
                    new Turn("It is red.", List.of())),
                "It is red.",
                new Usage(20, 7, 0, 0, 0)));
  }

  @Test
  void anotherAgentCanRepeatARunFromItsFirstTurn() {
    var session = clerk.open(new SessionId("s-1"));
    session.ask("Hello.");
    var run = session.send("What colour is it?");
    run.await();
    long before = session.eventCount();
    var whatIf = WhatIf.of(drover, run.id()).with(other);
    var another = whatIf.start();
    another.await();
    assertThat(blind.requests().getLast().messages().getLast())
        .isEqualTo(new Message.User(Text.of("What colour is it?")));
    assertThat(session.eventCount()).isEqualTo(before);
    assertThat(another.session()).isNotEqualTo(session.id());
    var diff = whatIf.compare(another.id());
    assertThat(diff.partsAtTurn()).hasValue(1);
    assertThat(diff.differences()).extracting(Difference::what).doesNotContain("prompt", "status");
  }

  @Test
  void aForkBeforeALaterTurnKeepsEarlierTurnsAndContinues() {
    var run = clerk.open(new SessionId("s-1")).send("What colour is it?");
    run.await();
    var whatIf = WhatIf.of(drover, run.id()).beforeTurn(2).with(other);
    whatIf.start().await();
    var heard = blind.requests().getLast().messages();
    assertThat(heard).hasSize(5);
    assertThat(heard.get(2)).isInstanceOf(Message.ToolResult.class);
    assertThat(heard.getLast()).isEqualTo(new Message.User(Text.of("Go on.")));
    whatIf.saying("What shade?").start().await();
    assertThat(blind.requests().getLast().messages().getLast())
        .isEqualTo(new Message.User(Text.of("What shade?")));
  }

  @Test
  void anEditedOutcomeIsAnEventOfTheForkThatNamesTheEditor() {
    var session = clerk.open(new SessionId("s-1"));
    var run = session.send("What colour is it?");
    run.await();
    var look = new EffectId(2);
    var whatIf = WhatIf.of(drover, run.id()).beforeTurn(2).editing(look, done("blue"), "ann");
    var another = whatIf.start();
    another.await();
    assertThat(looking.requests().getLast().messages().get(2))
        .isEqualTo(new Message.ToolResult(look, "call-look", "look", done("blue")));
    assertThat(events(another.session()))
        .contains(new Event.OutcomeEdited(look, done("blue"), "ann"));
    assertThat(events(session.id()))
        .contains(new Event.ToolSettled(run.id(), look, done("red")))
        .noneMatch(Event.OutcomeEdited.class::isInstance);
    assertThat(session.history().get(2))
        .isEqualTo(new Message.ToolResult(look, "call-look", "look", done("red")));
  }

  private List<Event> events(SessionId session) {
    return drover.queries().page(Cursor.start(session), 1_000).items().stream()
        .map(Notice.Happened::event)
        .toList();
  }

  @Test
  void editingAnUnknownCallFailsAndLeavesNoFork() {
    var run = clerk.open(new SessionId("s-1")).send("What colour is it?");
    run.await();
    var whatIf = WhatIf.of(drover, run.id()).editing(new EffectId(2), done("blue"), "ann");
    assertThatThrownBy(whatIf::start)
        .isInstanceOf(CursorInvalid.class)
        .hasMessageContaining("no outcome of e2 is known before turn 1");
    assertThat(drover.queries().sessions()).hasSize(1);
  }

  @Test
  void anInvalidPromptLeavesNoFork() {
    var run = clerk.open(new SessionId("s-1")).send("What colour is it?");
    run.await();
    assertThatThrownBy(() -> WhatIf.of(drover, run.id()).saying(" ").start())
        .isInstanceOf(ConfigurationInvalid.class)
        .hasMessageContaining("prompt");
    assertThat(drover.queries().sessions()).hasSize(1);
  }

  @Test
  void aQueuedRunCannotBeBranched() throws Exception {
    var begun = new CountDownLatch(1);
    var session = FakeAgents.talker(drover, begun).open(new SessionId("s-1"));
    session.send("Talk.");
    begun.await();
    var waiting = session.send(Ask.of("And then?").whenBusy(WhenBusy.QUEUE));
    assertThatThrownBy(() -> WhatIf.of(drover, waiting.id()).start())
        .isInstanceOf(CursorInvalid.class)
        .hasMessageContaining("has not begun");
    assertThat(drover.queries().sessions()).hasSize(1);
  }

  @Test
  void equalRunsHaveNoDifferences() {
    var first = clerk.open(new SessionId("s-1")).send("What colour is it?");
    first.await();
    var again = WhatIf.of(drover, first.id()).start();
    again.await();
    var diff = drover.queries().diff(first.id(), again.id());
    assertThat(diff.differences()).isEmpty();
    assertThat(diff.partsAtTurn()).isEmpty();
    assertThat(drover.queries().diff(again.id(), first.id()).differences()).isEmpty();
  }

  @Test
  void anUnknownRunOrTurnIsReported() {
    var run = clerk.open(new SessionId("s-1")).send("What colour is it?");
    run.await();
    assertThatThrownBy(() -> WhatIf.of(drover, new RunId("r-9"))).isInstanceOf(RunNotFound.class);
    assertThatThrownBy(() -> WhatIf.of(drover, run.id()).beforeTurn(3).start())
        .isInstanceOf(CursorInvalid.class)
        .hasMessageContaining("has no turn 3");
    assertThat(drover.queries().sessions()).hasSize(1);
  }
}
