package dev.drover.internal.run;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.policy.Policy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("B3")
@Tag("B4")
@Tag("A6")
final class CancelTest {
  private final Drover drover = Drover.inMemory();

  @AfterEach
  void letGo() {
    drover.close();
  }

  private Session open(FakeModel model, FakeTool... tools) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(List.of(tools))
        .policy(Policy.ALLOW_ALL)
        .build()
        .open();
  }

  @Test
  void aCancelKeepsAndMarksThePartialAnswerAndTheNextPromptWorks() throws Exception {
    var streamed = new CountDownLatch(1);
    var stuck = FakeAgents.streamingForEver("The answer is", streamed);
    var model =
        new FakeModel(
            (request, deltas) ->
                request.messages().size() == 1 ? stuck.reply(request, deltas) : says("four"));
    var session = open(model);
    var run = session.send("What is two and two?");
    streamed.await();
    assertThat(session.cancel()).isTrue();
    assertThat(session.cancel()).isFalse();
    assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(session.history())
        .containsExactly(
            new Message.User(Text.of("What is two and two?")),
            new Message.Assistant(
                List.of(new ContentBlock.Prose(Text.of("The answer is"))),
                Message.Ending.INTERRUPTED));
    assertThat(session.ask("Go on.").text()).isEqualTo("four");
  }

  @Test
  void aStaleRunIdNeverStopsANewerRun() throws Exception {
    var streamed = new CountDownLatch(1);
    var stuck = FakeAgents.streamingForEver("hm", streamed);
    var model =
        new FakeModel(
            (request, deltas) ->
                request.messages().size() == 1 ? says("first") : stuck.reply(request, deltas));
    var session = open(model);
    var first = session.send("one");
    first.await();
    var second = session.send("two");
    streamed.await();
    assertThat(first.cancel()).isFalse();
    assertThat(session.cancel(first.id())).isFalse();
    assertThat(session.cancel(new RunId("r-unknown"))).isFalse();
    assertThat(second.status()).isEqualTo(RunStatus.PLANNING);
    assertThat(second.cancel()).isTrue();
    assertThat(second.await().status()).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  void aCancelledToolIsInterruptedItsCallGetsOneOutcomeAndItsLateResultIsDropped()
      throws Exception {
    var inside = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    var tool =
        FakeTool.unsafe(
            "slow",
            _ -> {
              inside.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException stop) {
                interrupted.countDown();
              }
              return done("too late");
            });
    var session = open(FakeModel.playing(calls("slow"), says("done")), tool);
    var run = session.send("go");
    inside.await();
    assertThat(run.cancel()).isTrue();
    assertThat(interrupted.await(1, TimeUnit.SECONDS)).isTrue();
    run.await();
    assertThat(session.history())
        .filteredOn(Message.ToolResult.class::isInstance)
        .extracting(message -> ((Message.ToolResult) message).outcome())
        .containsExactly(new ToolOutcome.Cancelled("cancelled by user"));
  }

  @Test
  void aCancelledApprovalIsNotShownAsARefusal() throws Exception {
    var ran = new AtomicBoolean();
    var tool =
        FakeTool.unsafe(
            "pay",
            _ -> {
              ran.set(true);
              return done("paid");
            });
    var session =
        drover
            .agent("careful")
            .model(FakeModel.playing(calls("pay"), says("done")))
            .tools(tool)
            .build()
            .open();
    var run = session.send("go");
    ApprovalWaits.forQuestion(drover, run);
    assertThat(run.status()).isEqualTo(RunStatus.WAITING);
    assertThat(run.cancel()).isTrue();
    assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(drover.approvals().open()).isEmpty();
    assertThat(ran).isFalse();
    assertThat(((Message.ToolResult) session.history().get(2)).outcome())
        .isInstanceOf(ToolOutcome.Cancelled.class);
  }

  @Test
  void aRunCanBeCancelledFromTheMomentItsIdIsKnown() {
    var session = open(new FakeModel((_, _) -> says("quick")));
    for (int i = 0; i < 200; i++) {
      var run = session.send("go " + i);
      boolean cancelled = run.cancel();
      var status = run.await().status();
      assertThat(status).isEqualTo(cancelled ? RunStatus.CANCELLED : RunStatus.COMPLETED);
    }
  }

  @Test
  @Tag("B6")
  void cancellingOneCallLetsTheRunContinueWithoutIt() throws Exception {
    var inside = new CountDownLatch(1);
    var session =
        drover
            .agent("cook")
            .model(FakeModel.playing(calls("stir", "taste"), says("served")))
            .tools(
                FakeTool.unsafe(
                    "stir",
                    _ -> {
                      inside.countDown();
                      new CountDownLatch(1).await();
                      return done("never");
                    }),
                FakeTool.unsafe("taste", _ -> done("fine")))
            .policy(Policy.ALLOW_ALL)
            .build()
            .open();
    var run = session.send("cook");
    inside.await();
    var stir = new EffectId(2);
    assertThat(run.cancel(new EffectId(9))).isFalse();
    assertThat(run.cancel(stir)).isTrue();
    assertThat(run.await().text()).isEqualTo("served");
    assertThat(run.cancel(stir)).isFalse();
    assertThat(session.history())
        .filteredOn(Message.ToolResult.class::isInstance)
        .extracting(message -> ((Message.ToolResult) message).outcome().getClass().getSimpleName())
        .containsExactly("Cancelled", "Succeeded");
  }

  @Test
  @Tag("B6")
  void cancellingTheRuntimeCancelsEverySessionAndLeavesThemOpen() throws Exception {
    var inside = new CountDownLatch(3);
    var agent =
        drover
            .agent("sleeper")
            .model(FakeModel.playing(calls("sleep"), says("awake"), says("again")))
            .tools(
                FakeTool.unsafe(
                    "sleep",
                    _ -> {
                      inside.countDown();
                      new CountDownLatch(1).await();
                      return done("never");
                    }))
            .policy(Policy.ALLOW_ALL)
            .build();
    var sessions = List.of(agent.open(), agent.open(), agent.open());
    var runs = sessions.stream().map(session -> session.send("sleep")).toList();
    inside.await();
    assertThat(drover.cancelAll("ops", "maintenance")).isEqualTo(3);
    for (var run : runs) {
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
    }
    assertThat(drover.cancelAll("ops", "maintenance")).isZero();
    assertThat(sessions.getFirst().send("go on").await().status()).isEqualTo(RunStatus.COMPLETED);
  }
}
