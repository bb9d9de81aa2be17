package dev.drover.internal.task;

import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.MultiAgentModel.last;
import static dev.drover.fixture.MultiAgentModel.order;
import static dev.drover.fixture.TaskFixture.SCOUT;
import static dev.drover.fixture.TaskFixture.SESSION;
import static dev.drover.fixture.TaskFixture.all;
import static dev.drover.fixture.TaskFixture.assertStrictlyReplayed;
import static dev.drover.fixture.TaskFixture.clerk;
import static dev.drover.fixture.TaskFixture.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.MultiAgentModel;
import dev.drover.fixture.TaskFixture;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.WaitEnded.WaitInterrupted;
import dev.drover.spi.model.ModelException;
import dev.drover.store.memory.MemoryStore;
import dev.drover.task.Subagent;
import dev.drover.task.TaskAssignment;
import dev.drover.tool.DirectTools.ToolReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Many tasks at once: eight run in parallel, all are reported in order, including failures.
@Timeout(120)
@Tag("F3")
final class TaskFanOutTest {
  private static final int EIGHT = 8;

  private final MemoryStore store = new MemoryStore();
  private final AtomicInteger atWork = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final CountDownLatch eight = new CountDownLatch(EIGHT);

  /// Answers only once eight run in parallel, and fails at the task with this number.
  private MultiAgentModel.Mind oneOfEight(int broken) {
    return (_, request) -> {
      most.accumulateAndGet(atWork.incrementAndGet(), Math::max);
      eight.countDown();
      eight.await();
      atWork.decrementAndGet();
      if (last(request).equals("job " + broken)) {
        throw new ModelException(
            Failure.lasting(new Problem("model_broke", "Broke", "it broke", "")), null);
      }
      return says("done " + last(request));
    };
  }

  @Test
  void tasksRunEightAtATimeAndAreReportedInOrder() {
    int jobs = 12;
    var orders = new String[jobs];
    for (int i = 0; i < jobs; i++) {
      orders[i] = order("job " + i);
    }
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk", MultiAgentModel.giving(orders), "clerk/scout", oneOfEight(3));
    try (var drover = TaskFixture.on(store)) {
      var answer = open(clerk(drover, minds)).ask("Do all of it.").text();
      var expected = new ArrayList<String>();
      for (int i = 0; i < jobs; i++) {
        expected.add(i == 3 ? "failed it broke" : "done job " + i);
      }
      assertThat(answer).isEqualTo(String.join("|", expected));
      assertThat(most).hasValue(EIGHT);
      assertThat(all(drover, SESSION, Event.TaskEnded.class)).hasSize(jobs);
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  void theHostStartsThirtyTwoTasksAndOneFailureAffectsNoOther() {
    var assignments = new ArrayList<TaskAssignment>();
    var expected = new ArrayList<String>();
    for (int i = 0; i < 32; i++) {
      assignments.add(TaskAssignment.to("scout", "job " + i));
      expected.add(i == 17 ? "FAILED it broke" : "SUCCEEDED done job " + i);
    }
    try (var drover = TaskFixture.on(store)) {
      var session = open(clerk(drover, Map.of("clerk/scout", oneOfEight(17))));
      assertThat(session.tasks().runAll(assignments))
          .extracting(report -> report.status() + " " + report.text())
          .isEqualTo(expected);
      assertThat(most).hasValue(EIGHT);
      assertThat(all(drover, SESSION, Event.TaskEnded.class)).hasSize(32);
      assertThat(session.history()).isEmpty();
      assertStrictlyReplayed(drover, SESSION);
      assignments.add(TaskAssignment.to("scout", "one too many"));
      assertThatThrownBy(() -> session.tasks().runAll(assignments))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("there are 33, and at most 32");
    }
  }

  @Test
  @Tag("F1")
  void workersWithTheSameNameKeepTheirOwnDefinitions() {
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk/worker",
            (_, request) ->
                says(
                    request.instructions()
                        + " "
                        + request.tools().stream().map(tool -> tool.name()).toList()));
    try (var drover = TaskFixture.on(store)) {
      var session =
          open(
              drover
                  .agent("clerk")
                  .model(new MultiAgentModel(minds))
                  .tools(
                      FakeAgents.FakeTool.pure("look", _ -> FakeAgents.done("seen")),
                      FakeAgents.FakeTool.unsafe("pay", _ -> FakeAgents.done("paid"))));
      var assignments = new ArrayList<TaskAssignment>();
      for (int i = 0; i < 10; i++) {
        var worker = Subagent.of("worker", "counts", "Be number " + i + ".");
        assignments.add(
            TaskAssignment.to(
                i % 2 == 0 ? worker.withTools("look") : worker.denying("pay"), "Go."));
      }
      var texts = session.tasks().runAll(assignments).stream().map(ToolReport::text).toList();
      var expected = new ArrayList<String>();
      for (int i = 0; i < 10; i++) {
        expected.add("Be number " + i + ". [look]");
      }
      assertThat(texts).isEqualTo(expected);
      assertThat(session.tasks().run("worker", "Go.").text())
          .isEqualTo("there is no agent 'worker'; there are: none");
    }
  }

  @Test
  @Tag("F1")
  void aWorkerHasItsOwnModelAndNoModelCanDefineWorkers() {
    var own = FakeAgents.FakeModel.playing(says("from its own model"));
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            (said, request) ->
                said == 0
                    ? MultiAgentModel.delegates(
                        "{\"agent\":\"x\",\"prompt\":\"p\",\"worker\":{\"description\":\"d\","
                            + "\"instructions\":\"i\",\"tools\":[],\"denied\":[],\"turns\":1}}")
                    : says(last(request)));
    try (var drover = TaskFixture.on(store)) {
      var session = open(clerk(drover, minds));
      assertThat(session.tasks().run(TaskAssignment.to(SCOUT.with(own), "Go.")).text())
          .isEqualTo("from its own model");
      assertThat(session.ask("Make a worker.").text()).contains("worker");
      assertThat(session.tasks().all()).hasSize(1);
      assertThat(session.tools().definitions().getFirst().schema()).doesNotContain("worker");
    }
  }

  @Test
  void interruptingTheHostCancelsItsTasks() throws Exception {
    var begun = new CountDownLatch(EIGHT);
    try (var drover = TaskFixture.on(store)) {
      var session = open(clerk(drover, Map.of("clerk/scout", MultiAgentModel.hanging(begun))));
      var assignments = Collections.nCopies(12, TaskAssignment.to("scout", "Wait."));
      var host =
          Thread.ofVirtual().start(() -> runCalmly(() -> session.tasks().runAll(assignments)));
      begun.await();
      host.interrupt();
      host.join();
      assertThat(session.tasks().pending()).isEmpty();
      assertThat(session.tasks().all()).hasSize(EIGHT);
    }
  }

  private static void runCalmly(Runnable work) {
    try {
      work.run();
    } catch (WaitInterrupted expected) {
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }
  }
}
