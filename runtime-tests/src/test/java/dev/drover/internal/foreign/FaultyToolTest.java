package dev.drover.internal.foreign;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.policy.Policy;
import dev.drover.problem.WaitEnded.WaitInterrupted;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tools that fail in unusual ways: the call fails, and nothing else does.
@Tag("D1")
@Timeout(30)
final class FaultyToolTest {
  private final Drover drover = Drover.inMemory();

  @AfterEach
  void close() {
    drover.close();
  }

  private Session open(FakeTool... tools) {
    var names = List.of(tools).stream().map(tool -> tool.spec().name()).toArray(String[]::new);
    return drover
        .agent("breaker")
        .model(FakeModel.playing(calls(names), says("noted")))
        .tools((Object[]) tools)
        .policy(Policy.ALLOW_ALL)
        .build()
        .open();
  }

  private static List<ToolOutcome> outcomes(Session session) {
    return session.history().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(message -> ((Message.ToolResult) message).outcome())
        .toList();
  }

  /// Never terminates.
  private static long deeper(long depth) {
    return depth < 0 ? 0 : 1 + deeper(depth + 1);
  }

  @Test
  void aStackOverflowInAToolFailsOnlyThatCall() {
    var session =
        open(
            FakeTool.unsafe("recurse", _ -> done("" + deeper(0))),
            FakeTool.unsafe("pay", _ -> done("paid")));
    assertThat(session.ask("go").text()).isEqualTo("noted");
    assertThat(outcomes(session))
        .containsExactly(
            new ToolOutcome.Failed(Text.of("tool recurse broke: call threw StackOverflowError")),
            done("paid"));
    assertThat(session.ask("again").status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void anOutOfMemoryErrorInAToolFailsOnlyThatCall() {
    var session =
        open(
            FakeTool.unsafe("devour", _ -> done("" + new long[Integer.MAX_VALUE - 8][8].length)),
            FakeTool.unsafe("pay", _ -> done("paid")));
    assertThat(session.ask("go").text()).isEqualTo("noted");
    assertThat(outcomes(session))
        .containsExactly(
            new ToolOutcome.Failed(
                Text.of("tool devour broke: call threw OutOfMemoryError: Java heap space")),
            done("paid"));
    assertThat(session.ask("again").status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void aToolThatInterruptsItsOwnThreadAffectsNothingElse() {
    var session =
        open(
            FakeTool.unsafe(
                "interrupt",
                _ -> {
                  Thread.currentThread().interrupt();
                  return done("interrupted itself");
                }));
    assertThat(session.ask("go").text()).isEqualTo("noted");
    assertThat(outcomes(session)).containsExactly(done("interrupted itself"));
  }

  /// For example a time limit of its own that was never cancelled.
  @Test
  void anInterruptAfterAToolHasEndedReachesNeitherTheModelNorTheNextTool() {
    var used = new CopyOnWriteArrayList<Thread>();
    var hit = new CopyOnWriteArrayList<String>();
    Consumer<String> late =
        who -> {
          used.forEach(Thread::interrupt);
          if (Thread.interrupted()) {
            hit.add(who);
          }
        };
    var script = FakeModel.playing(calls("limited"), calls("limited"), says("noted"));
    var model =
        new FakeModel(
            (request, deltas) -> {
              late.accept("model");
              return script.call(request, deltas);
            });
    var tool =
        FakeTool.unsafe(
            "limited",
            _ -> {
              late.accept("tool");
              used.add(Thread.currentThread());
              return done("in time");
            });
    var agent = drover.agent("hasty").model(model).tools(tool).policy(Policy.ALLOW_ALL).build();
    assertThat(agent.open().ask("go").text()).isEqualTo("noted");
    assertThat(used).hasSize(2);
    assertThat(hit).isEmpty();
  }

  @Test
  @Tag("B9")
  void anInterruptedWaitForARunThrowsAndTheRunContinues() throws Exception {
    var goOn = new CountDownLatch(1);
    var session =
        open(
            FakeTool.unsafe(
                "wait",
                _ -> {
                  goOn.await();
                  return done("waited");
                }));
    var run = session.send("go");
    Thread.currentThread().interrupt();
    assertThatThrownBy(run::await).isInstanceOf(WaitInterrupted.class);
    assertThat(Thread.interrupted()).isTrue();
    goOn.countDown();
    assertThat(run.await().text()).isEqualTo("noted");
  }
}
