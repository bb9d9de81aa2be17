package dev.drover.testkit;

import static dev.drover.testkit.Cast.delegates;
import static dev.drover.testkit.Cast.inBackground;
import static dev.drover.testkit.Cast.last;
import static dev.drover.testkit.Cast.order;
import static dev.drover.testkit.Fakes.says;
import static dev.drover.testkit.TaskStage.SESSION;
import static dev.drover.testkit.TaskStage.all;
import static dev.drover.testkit.TaskStage.assertEnded;
import static dev.drover.testkit.TaskStage.assertStrictlyReplayed;
import static dev.drover.testkit.TaskStage.awaitRuns;
import static dev.drover.testkit.TaskStage.clerk;
import static dev.drover.testkit.TaskStage.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Event;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.TaskStatus;
import dev.drover.kernel.Usage;
import dev.drover.runtime.TaskReport;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.task.Assignment;
import dev.drover.testkit.Fakes.FakeTool;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Work that an agent, or its host, gives to one other, and what becomes of it.
@Timeout(120)
final class TaskLawTest {
  private final MemoryStore store = new MemoryStore();

  @Test
  @Tag("F1")
  void aChildIsASessionOfItsOwnAndItsAnswerIsTheOutcomeOfTheCall() {
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            Cast.giving(order("Where is it?")),
            "clerk/scout",
            (_, request) -> says("heard: " + last(request)));
    try (var drover = TaskStage.on(store)) {
      var session = open(clerk(drover, minds));
      assertThat(session.ask("Find it.").text()).isEqualTo("heard: Where is it?");
      var started = all(drover, SESSION, Event.TaskStarted.class);
      assertThat(started).hasSize(1);
      var child = started.getFirst().child();
      assertThat(all(drover, SESSION, Event.TaskEnded.class))
          .containsExactly(
              new Event.TaskEnded(child, TaskStatus.COMPLETED, new Usage(10, 2, 0, 0, 0)));
      assertThat(drover.archive().session(child).orElseThrow().agent()).isEqualTo("clerk/scout");
      assertEnded(drover, child, RunStatus.COMPLETED);
      assertStrictlyReplayed(drover, SESSION);
      assertStrictlyReplayed(drover, child);
    }
  }

  @Test
  @Tag("F3")
  void aTaskInTheBackgroundWakesItsParentWhenItHasEnded() {
    var goOn = new CountDownLatch(1);
    var minds =
        Map.<String, Cast.Mind>of(
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
    try (var drover = TaskStage.on(store)) {
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
  void theHostGivesWorkAsWell() {
    var minds =
        Map.<String, Cast.Mind>of("clerk/scout", (_, request) -> says("heard: " + last(request)));
    try (var drover = TaskStage.on(store)) {
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
  void whatTheHostStartsInTheBackgroundIsARunThatWakesTheSession() {
    var goOn = new CountDownLatch(1);
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            (_, request) -> says("told: " + last(request)),
            "clerk/scout",
            (_, _) -> {
              goOn.await();
              return says("found");
            });
    try (var drover = TaskStage.on(store)) {
      var session = open(clerk(drover, minds));
      var run = session.tasks().start(Assignment.to("scout", "Look."));
      assertThat(session.tasks().pending())
          .extracting(TaskReport::child)
          .containsExactly(run.session());
      goOn.countDown();
      assertThat(run.await().text()).isEqualTo("found");
      awaitRuns(session, 1);
      assertThat(session.lastResponse().orElseThrow()).endsWith("has ended: completed.\n\nfound");
      assertThatThrownBy(() -> session.tasks().start(Assignment.to("nobody", "Look.")))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("there is no agent 'nobody'; there are: scout");
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  @Tag("F4")
  void progressIsTheLastOfWhatAChildDidAndBounded() {
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk/scout", (said, _) -> said < 30 ? Fakes.calls("look") : says("x".repeat(300)));
    try (var drover = TaskStage.on(store)) {
      var session =
          open(
              clerk(drover, minds)
                  .tools(FakeTool.pure("look", call -> Fakes.done(call.effect() + ""))));
      session.tasks().run("scout", "Look often.");
      var progress = session.tasks().all().getFirst().progress();
      assertThat(progress).hasSize(8).last().isEqualTo("x".repeat(99) + "…");
      assertThat(progress.getFirst()).isEqualTo("look {}");
    }
  }
}
