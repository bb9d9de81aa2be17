package dev.drover.internal.task;

import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.MultiAgentModel.last;
import static dev.drover.fixture.MultiAgentModel.order;
import static dev.drover.fixture.TaskFixture.SESSION;
import static dev.drover.fixture.TaskFixture.clerk;
import static dev.drover.fixture.TaskFixture.open;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.MultiAgentModel;
import dev.drover.fixture.TaskFixture;
import dev.drover.hook.Hook;
import dev.drover.hook.Hook.GateOutcome;
import dev.drover.hook.HookPoint;
import dev.drover.hook.HookPoint.HookContext;
import dev.drover.hook.HookPoint.TaskEnd;
import dev.drover.hook.HookPoint.TaskStart;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Usage;
import dev.drover.store.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Hooks receive task events, and apply to children.
@Timeout(60)
@Tag("E6")
final class TaskHookTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final MemoryStore store = new MemoryStore();
  private final List<HookPoint.Observed> observed = new CopyOnWriteArrayList<>();
  private final AtomicInteger paid = new AtomicInteger();
  private final FakeTool pay =
      FakeTool.unsafe(
          "pay",
          _ -> {
            paid.incrementAndGet();
            return FakeAgents.done("paid");
          });

  /// Two delegate, and the third pays.
  private final Map<String, MultiAgentModel.Mind> payment =
      Map.of(
          "clerk",
          MultiAgentModel.giving(order("1")),
          "clerk/scout",
          MultiAgentModel.giving(order("2")),
          "clerk/scout/scout",
          (said, request) -> said == 0 ? FakeAgents.calls("pay") : says(last(request)));

  @Test
  void eachTaskStartAndEndIsReportedOnce() {
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            MultiAgentModel.giving(order("Look.")),
            "clerk/scout",
            (_, _) -> says("found"));
    try (var drover = TaskFixture.on(store)) {
      var session =
          open(
              clerk(drover, minds)
                  .hook(Hook.observer("start", TaskStart.class, observed::add).onlyHere())
                  .hook(Hook.observer("end", TaskEnd.class, observed::add).onlyHere()));
      var run = session.send("Go.");
      run.await();
      assertThat(session.awaitIdle(LONG)).isTrue();
      HookContext scene = observed.getFirst().scene();
      assertThat(scene.session()).isEqualTo(SESSION);
      assertThat(scene.run()).isEqualTo(run.id());
      var child = new SessionId("s-parent-e2");
      assertThat(observed)
          .containsExactly(
              new TaskStart(scene, new EffectId(2), child, "clerk/scout", TaskMode.FOREGROUND),
              new TaskEnd(
                  scene, child, "clerk/scout", TaskStatus.COMPLETED, new Usage(10, 2, 0, 0, 0)));
    }
  }

  @Test
  void theEndOfACancelledTaskIsReported() throws Exception {
    var begun = new CountDownLatch(1);
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            MultiAgentModel.giving(order("Wait.")),
            "clerk/scout",
            MultiAgentModel.hanging(begun));
    try (var drover = TaskFixture.on(store)) {
      var session =
          open(clerk(drover, minds).hook(Hook.observer("end", TaskEnd.class, observed::add)));
      session.send("Go.");
      begun.await();
      session.cancel();
      assertThat(session.awaitIdle(LONG)).isTrue();
      assertThat(observed)
          .extracting(point -> ((TaskEnd) point).status())
          .containsExactly(TaskStatus.CANCELLED);
    }
  }

  private Session paying(Drover drover, Hook... hooks) {
    var agent = clerk(drover, payment).tools(pay);
    for (var hook : hooks) {
      agent.hook(hook);
    }
    return open(agent);
  }

  private static Hook freeze() {
    return Hook.beforeTool(
        "freeze",
        call -> call.tool().equals("pay") ? GateOutcome.deny("closed") : GateOutcome.proceed());
  }

  @Test
  @Tag("F2")
  void hooksOfAnAgentApplyToItsSubagents() {
    try (var drover = TaskFixture.on(store)) {
      assertThat(paying(drover, freeze()).ask("Go.").text()).contains("closed");
      assertThat(paid).hasValue(0);
    }
  }

  @Test
  @Tag("F2")
  void hooksOfASessionApplyToItsChildren() {
    try (var drover = TaskFixture.on(store)) {
      var session = paying(drover);
      session.hooks().register(freeze());
      assertThat(session.ask("Go.").text()).contains("closed");
      assertThat(paid).hasValue(0);
    }
  }

  @Test
  @Tag("F2")
  void aLocalHookIsNotInherited() {
    try (var drover = TaskFixture.on(store)) {
      var session = paying(drover, freeze().onlyHere());
      session.hooks().register(Hook.beforeTool("own", freezeAll()).onlyHere().withPriority(1));
      assertThat(session.tool("pay", Map.of()).text()).contains("hook freeze");
      session.hooks().unregister("own");
      assertThat(session.ask("Go.").text()).isEqualTo("paid");
      assertThat(paid).hasValue(1);
    }
  }

  private static Hook.GateBody<HookPoint.BeforeTool> freezeAll() {
    return _ -> GateOutcome.deny("all is closed");
  }
}
