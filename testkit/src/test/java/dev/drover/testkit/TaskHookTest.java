package dev.drover.testkit;

import static dev.drover.testkit.Cast.last;
import static dev.drover.testkit.Cast.order;
import static dev.drover.testkit.Fakes.says;
import static dev.drover.testkit.TaskStage.SESSION;
import static dev.drover.testkit.TaskStage.clerk;
import static dev.drover.testkit.TaskStage.open;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.TaskMode;
import dev.drover.kernel.TaskStatus;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Session;
import dev.drover.runtime.hook.GateOutcome;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.hook.HookPoint.TaskEnd;
import dev.drover.runtime.hook.HookPoint.TaskStart;
import dev.drover.runtime.hook.Scene;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.testkit.Fakes.FakeTool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Hooks are told of tasks, and hold for those who work on them.
@Timeout(60)
@Tag("E6")
final class TaskHookTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final MemoryStore store = new MemoryStore();
  private final List<HookPoint.Told> told = new CopyOnWriteArrayList<>();
  private final AtomicInteger paid = new AtomicInteger();
  private final FakeTool pay =
      FakeTool.unsafe(
          "pay",
          _ -> {
            paid.incrementAndGet();
            return Fakes.done("paid");
          });

  /// Two give the work on, and the third pays.
  private final Map<String, Cast.Mind> payment =
      Map.of(
          "clerk",
          Cast.giving(order("1")),
          "clerk/scout",
          Cast.giving(order("2")),
          "clerk/scout/scout",
          (said, request) -> said == 0 ? Fakes.calls("pay") : says(last(request)));

  @Test
  void eachStartAndEachEndIsToldOnce() {
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk", Cast.giving(order("Look.")), "clerk/scout", (_, _) -> says("found"));
    try (var drover = TaskStage.on(store)) {
      var session =
          open(
              clerk(drover, minds)
                  .hook(Hook.observer("start", TaskStart.class, told::add).onlyHere())
                  .hook(Hook.observer("end", TaskEnd.class, told::add).onlyHere()));
      var run = session.send("Go.");
      run.await();
      assertThat(session.awaitIdle(LONG)).isTrue();
      Scene scene = told.getFirst().scene();
      assertThat(scene.session()).isEqualTo(SESSION);
      assertThat(scene.run()).isEqualTo(run.id());
      var child = new SessionId("s-parent-e2");
      assertThat(told)
          .containsExactly(
              new TaskStart(scene, new EffectId(2), child, "clerk/scout", TaskMode.FOREGROUND),
              new TaskEnd(
                  scene, child, "clerk/scout", TaskStatus.COMPLETED, new Usage(10, 2, 0, 0, 0)));
    }
  }

  @Test
  void aTaskThatIsCancelledIsToldToHaveEnded() throws Exception {
    var begun = new CountDownLatch(1);
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk", Cast.giving(order("Wait.")), "clerk/scout", Cast.hanging(begun));
    try (var drover = TaskStage.on(store)) {
      var session = open(clerk(drover, minds).hook(Hook.observer("end", TaskEnd.class, told::add)));
      session.send("Go.");
      begun.await();
      session.cancel();
      assertThat(session.awaitIdle(LONG)).isTrue();
      assertThat(told)
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
  void hooksOfAnAgentHoldForAllWhoWorkForIt() {
    try (var drover = TaskStage.on(store)) {
      assertThat(paying(drover, freeze()).ask("Go.").text()).contains("closed");
      assertThat(paid).hasValue(0);
    }
  }

  @Test
  @Tag("F2")
  void hooksOfASessionHoldForAllWhoWorkForIt() {
    try (var drover = TaskStage.on(store)) {
      var session = paying(drover);
      session.hooks().register(freeze());
      assertThat(session.ask("Go.").text()).contains("closed");
      assertThat(paid).hasValue(0);
    }
  }

  @Test
  @Tag("F2")
  void aHookThatIsForOneAloneIsNotInherited() {
    try (var drover = TaskStage.on(store)) {
      var session = paying(drover, freeze().onlyHere());
      session.hooks().register(Hook.beforeTool("own", freezeAll()).onlyHere().withPriority(1));
      assertThat(session.tool("pay", Map.of()).text()).contains("hook freeze");
      session.hooks().unregister("own");
      assertThat(session.ask("Go.").text()).isEqualTo("paid");
      assertThat(paid).hasValue(1);
    }
  }

  private static Hook.Asked<HookPoint.BeforeTool> freezeAll() {
    return _ -> GateOutcome.deny("all is closed");
  }
}
