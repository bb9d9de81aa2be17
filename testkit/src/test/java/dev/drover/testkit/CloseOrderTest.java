package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Event;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Session;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.task.Assignment;
import dev.drover.runtime.task.Subagent;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// In which order a session is closed in which everything is going at once.
@Tag("B5")
@Timeout(60)
final class CloseOrderTest {
  private static final SessionId SESSION = new SessionId("s-1");

  private final List<String> told = Collections.synchronizedList(new ArrayList<>());
  private final AtomicReference<Session> session = new AtomicReference<>();
  private final AtomicReference<HookPoint.SessionEnd> end = new AtomicReference<>();
  private final CountDownLatch begun = new CountDownLatch(2);

  private FakeTool slow() {
    return FakeTool.unsafe(
        "slow",
        _ -> {
          begun.countDown();
          try {
            new CountDownLatch(1).await();
          } finally {
            assertThatThrownBy(() -> session.get().send("more")).isInstanceOf(SessionClosed.class);
            told.add("tool ends, new work is refused");
          }
          return done("never");
        });
  }

  private void ended(HookPoint.SessionEnd point) {
    end.set(point);
    told.add("session end");
  }

  @Test
  void theRunEndsThenTasksThenTheSession() throws Exception {
    try (var drover = Drover.inMemory()) {
      var agent =
          drover
              .agent("clerk")
              .model(FakeModel.playing(calls("slow", "ask"), says("done")))
              .tools(slow(), FakeTool.unsafe("ask", _ -> done("never")))
              .policy(Policy.ALLOW_ALL.asking("ask"))
              .subagents(List.of(Subagent.of("scout", "finds things", "Find it.")))
              .hook(
                  Hook.observer(
                      "run",
                      HookPoint.RunEnd.class,
                      point -> told.add("run end of " + point.scene().session())))
              .hook(Hook.observer("task", HookPoint.TaskEnd.class, _ -> told.add("task end")))
              .hook(Hook.observer("end", HookPoint.SessionEnd.class, this::ended))
              .build();
      session.set(agent.open(SESSION));
      var own = session.get();
      own.tasks().start(Assignment.to("scout", "look"));
      var run = own.send("go");
      begun.await();
      Waiting.forQuestion(drover, run);
      var queued = own.send(Ask.of("next").whenBusy(WhenBusy.QUEUE));
      long before = own.eventCount();
      own.close();
      assertThat(names(own, before))
          .containsExactly(
              "RunFinished " + queued.id(),
              "ToolSettled",
              "ToolSettled",
              "ReplyInterrupted",
              "RunFinished " + run.id(),
              "TaskEnded");
      assertThat(told.stream().filter(line -> !line.startsWith("tool")).toList())
          .containsSubsequence("run end of s-1", "task end", "session end")
          .endsWith("session end");
      assertThat(told.subList(0, told.size() - 1))
          .as("what was going has ended before the session")
          .contains("tool ends, new work is refused", "run end of s-1-e1");
      assertThat(run.status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(drover.approvals().open()).isEmpty();
      assertThat(end.get().turns()).as("true totals").isEqualTo(own.turnCount());
      assertThat(end.get().usage()).isEqualTo(own.totalUsage());
    }
  }

  private static List<String> names(Session session, long after) {
    return session.page(new Cursor(SESSION, after), 100).items().stream()
        .map(Notice.Happened::event)
        .map(CloseOrderTest::name)
        .toList();
  }

  private static String name(Event event) {
    var name = event.getClass().getSimpleName();
    return event instanceof Event.RunFinished finished ? name + " " + finished.run() : name;
  }
}
