package dev.drover.internal.task;

import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.MultiAgentModel.delegates;
import static dev.drover.fixture.MultiAgentModel.inBackground;
import static dev.drover.fixture.MultiAgentModel.last;
import static dev.drover.fixture.MultiAgentModel.order;
import static dev.drover.fixture.TaskFixture.SESSION;
import static dev.drover.fixture.TaskFixture.all;
import static dev.drover.fixture.TaskFixture.assertEnded;
import static dev.drover.fixture.TaskFixture.assertStrictlyReplayed;
import static dev.drover.fixture.TaskFixture.awaitRuns;
import static dev.drover.fixture.TaskFixture.clerk;
import static dev.drover.fixture.TaskFixture.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.MultiAgentModel;
import dev.drover.fixture.TaskFixture;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.value.Usage;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.store.memory.MemoryStore;
import dev.drover.task.SessionTasks.TaskReport;
import dev.drover.task.TaskAssignment;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Single tasks that an agent or its host starts, and their ends.
@Timeout(120)
final class TaskLawTest {
  private final MemoryStore store = new MemoryStore();

  @Test
  @Tag("F1")
  void aChildIsASessionOfItsOwnAndItsAnswerIsTheOutcomeOfTheCall() {
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            MultiAgentModel.giving(order("Where is it?")),
            "clerk/scout",
            (_, request) -> says("heard: " + last(request)));
    try (var drover = TaskFixture.on(store)) {
      var session = open(clerk(drover, minds));
      assertThat(session.ask("Find it.").text()).isEqualTo("heard: Where is it?");
      var started = all(drover, SESSION, Event.TaskStarted.class);
      assertThat(started).hasSize(1);
      var child = started.getFirst().child();
      assertThat(all(drover, SESSION, Event.TaskEnded.class))
          .containsExactly(
              new Event.TaskEnded(child, TaskStatus.COMPLETED, new Usage(10, 2, 0, 0, 0)));
      assertThat(drover.queries().session(child).orElseThrow().agent()).isEqualTo("clerk/scout");
      assertEnded(drover, child, RunStatus.COMPLETED);
      assertStrictlyReplayed(drover, SESSION);
      assertStrictlyReplayed(drover, child);
    }
  }

  @Test
  @Tag("F3")
  void aBackgroundTaskWakesItsParentWhenItEnds() {
    var goOn = new CountDownLatch(1);
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            (said, request) ->
                switch (said) {
                  case 0 -> delegates(inBackground("Take your time."));
                  case 1 -> says("It is on its way.");
                  default -> says("told: " + last(request));
                },
            "clerk/scout",
            (_, _) -> {
              goOn.await();
              return says("found");
            });
    try (var drover = TaskFixture.on(store)) {
      var session = open(clerk(drover, minds));
      assertThat(session.ask("Find it some time.").text()).isEqualTo("It is on its way.");
      goOn.countDown();
      awaitRuns(session, 2);
      assertThat(session.lastResponse().orElseThrow())
          .isEqualTo(
              "told: The task s-parent-e2 that you gave away has ended: completed.\n\nfound");
      assertThat(all(drover, SESSION, Event.TaskEnded.class)).hasSize(1);
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  @Tag("F1")
  void theHostCanStartTasks() {
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk/scout", (_, request) -> says("heard: " + last(request)));
    try (var drover = TaskFixture.on(store)) {
      var session = open(clerk(drover, minds));
      assertThat(session.tasks().run("scout", "Look.").text()).isEqualTo("heard: Look.");
      assertThat(session.tasks().run("nobody", "Look.").text())
          .isEqualTo("there is no agent 'nobody'; there are: scout");
      assertThat(session.history()).isEmpty();
      assertThat(session.tasks().all()).hasSize(1);
    }
  }

  @Test
  @Tag("F3")
  void aBackgroundTaskOfTheHostWakesTheSession() {
    var goOn = new CountDownLatch(1);
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            (_, request) -> says("told: " + last(request)),
            "clerk/scout",
            (_, _) -> {
              goOn.await();
              return says("found");
            });
    try (var drover = TaskFixture.on(store)) {
      var session = open(clerk(drover, minds));
      var run = session.tasks().start(TaskAssignment.to("scout", "Look."));
      assertThat(session.tasks().pending())
          .extracting(TaskReport::child)
          .containsExactly(run.session());
      goOn.countDown();
      assertThat(run.await().text()).isEqualTo("found");
      awaitRuns(session, 1);
      assertThat(session.lastResponse().orElseThrow()).endsWith("has ended: completed.\n\nfound");
      assertThatThrownBy(() -> session.tasks().start(TaskAssignment.to("nobody", "Look.")))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("there is no agent 'nobody'; there are: scout");
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  @Tag("F4")
  void progressShowsTheLatestActionsOfAChildAndIsBounded() {
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk/scout",
            (said, _) -> said < 30 ? FakeAgents.calls("look") : says("x".repeat(300)));
    try (var drover = TaskFixture.on(store)) {
      var session =
          open(
              clerk(drover, minds)
                  .tools(FakeTool.pure("look", call -> FakeAgents.done(call.effect() + ""))));
      session.tasks().run("scout", "Look often.");
      var progress = session.tasks().all().getFirst().progress();
      assertThat(progress).hasSize(8).last().isEqualTo("x".repeat(99) + "…");
      assertThat(progress.getFirst()).isEqualTo("look {}");
    }
  }
}
