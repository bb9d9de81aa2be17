package dev.drover.internal.handle;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.hook.Hook;
import dev.drover.hook.HookPoint;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.policy.Policy;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.task.Subagent;
import dev.drover.task.TaskAssignment;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The order in which a session is closed when everything is active at once.
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
  void closingEndsTheRunThenTasksThenTheSession() throws Exception {
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
      own.tasks().start(TaskAssignment.to("scout", "look"));
      var run = own.send("go");
      begun.await();
      ApprovalWaits.forQuestion(drover, run);
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
