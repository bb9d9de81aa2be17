package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Message;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.Usage;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.RunDiff.Difference;
import dev.drover.runtime.RunOutline;
import dev.drover.runtime.RunOutline.Made;
import dev.drover.runtime.RunOutline.Turn;
import dev.drover.runtime.WhatIf;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.CursorInvalid;
import dev.drover.runtime.problem.RunNotFound;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Runs that go another way, in a fork, and how they compare.
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
  void anOutlineTellsARunFromItsPromptToItsEnd() {
    var session = clerk.open(new SessionId("s-1"));
    var run = session.send("What colour is it?");
    run.await();
    assertThat(drover.archive().outline(run.id()))
        .isEqualTo(
            new RunOutline(
                run.id(),
                session.id(),
                RunStatus.COMPLETED,
                "fake/model",
                "What colour is it?",
                List.of(
                    new Turn("", List.of(new Made("look", "{}", "succeeded: red"))),
                    new Turn("It is red.", List.of())),
                "It is red.",
                new Usage(20, 7, 0, 0, 0)));
  }

  @Test
  void beforeTheFirstTurnAnotherAgentIsAskedTheSameAndTheyPartThere() {
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
  void beforeALaterTurnTheForkKnowsWhatHappenedAndIsToldToGoOn() {
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
  void anEditedOutcomeIsAnEventOfTheForkThatSaysWhoEditedIt() {
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
    return drover.archive().page(Cursor.start(session), 1_000).items().stream()
        .map(Notice.Happened::event)
        .toList();
  }

  @Test
  void aCallThatTheForkDoesNotKnowCannotBeEditedAndNoForkIsLeft() {
    var run = clerk.open(new SessionId("s-1")).send("What colour is it?");
    run.await();
    var whatIf = WhatIf.of(drover, run.id()).editing(new EffectId(2), done("blue"), "ann");
    assertThatThrownBy(whatIf::start)
        .isInstanceOf(CursorInvalid.class)
        .hasMessageContaining("no outcome of e2 is known before turn 1");
    assertThat(drover.archive().sessions()).hasSize(1);
  }

  @Test
  void wordsThatAreNoPromptLeaveNoFork() {
    var run = clerk.open(new SessionId("s-1")).send("What colour is it?");
    run.await();
    assertThatThrownBy(() -> WhatIf.of(drover, run.id()).saying(" ").start())
        .isInstanceOf(ConfigurationInvalid.class)
        .hasMessageContaining("prompt");
    assertThat(drover.archive().sessions()).hasSize(1);
  }

  @Test
  void aRunThatWaitsForItsTurnHasNoOtherCourseYet() throws Exception {
    var begun = new CountDownLatch(1);
    var session = Fakes.talker(drover, begun).open(new SessionId("s-1"));
    session.send("Talk.");
    begun.await();
    var waiting = session.send(Ask.of("And then?").whenBusy(WhenBusy.QUEUE));
    assertThatThrownBy(() -> WhatIf.of(drover, waiting.id()).start())
        .isInstanceOf(CursorInvalid.class)
        .hasMessageContaining("has not begun");
    assertThat(drover.archive().sessions()).hasSize(1);
  }

  @Test
  void whatIsTheSameIsNotADifference() {
    var first = clerk.open(new SessionId("s-1")).send("What colour is it?");
    first.await();
    var again = WhatIf.of(drover, first.id()).start();
    again.await();
    var diff = drover.archive().diff(first.id(), again.id());
    assertThat(diff.differences()).isEmpty();
    assertThat(diff.partsAtTurn()).isEmpty();
    assertThat(drover.archive().diff(again.id(), first.id()).differences()).isEmpty();
  }

  @Test
  void whereNothingIsThereToGoAnotherWayItIsSaid() {
    var run = clerk.open(new SessionId("s-1")).send("What colour is it?");
    run.await();
    assertThatThrownBy(() -> WhatIf.of(drover, new RunId("r-9"))).isInstanceOf(RunNotFound.class);
    assertThatThrownBy(() -> WhatIf.of(drover, run.id()).beforeTurn(3).start())
        .isInstanceOf(CursorInvalid.class)
        .hasMessageContaining("has no turn 3");
    assertThat(drover.archive().sessions()).hasSize(1);
  }
}
