package dev.drover.internal.task;

import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.MultiAgentModel.last;
import static dev.drover.fixture.MultiAgentModel.order;
import static dev.drover.fixture.TaskFixture.SCOUT;
import static dev.drover.fixture.TaskFixture.SESSION;
import static dev.drover.fixture.TaskFixture.assertStrictlyReplayed;
import static dev.drover.fixture.TaskFixture.clerk;
import static dev.drover.fixture.TaskFixture.firstChild;
import static dev.drover.fixture.TaskFixture.open;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Session;
import dev.drover.fixture.MultiAgentModel;
import dev.drover.fixture.TaskFixture;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.store.memory.MemoryStore;
import dev.drover.task.TaskAssignment;
import dev.drover.task.TaskAssignment.StartPoint;
import dev.drover.tool.DirectTools.ToolReport.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The history that a child starts with.
@Timeout(120)
@Tag("F1")
final class StartPointTest {
  private final MemoryStore store = new MemoryStore();
  private final List<List<String>> heard = Collections.synchronizedList(new ArrayList<>());

  private final MultiAgentModel.Mind listener =
      (_, request) -> {
        heard.add(MultiAgentModel.all(request));
        return says("heard");
      };

  @Test
  void aChildStartsWithoutHistoryByDefault() {
    try (var drover = TaskFixture.on(store)) {
      var session =
          open(clerk(drover, Map.of("clerk", (_, _) -> says("hi"), "clerk/scout", listener)));
      session.ask("Hello.");
      session.tasks().run("scout", "Look.");
      assertThat(heard).containsExactly(List.of("Look."));
    }
  }

  @Test
  void aChildCanStartWithTheHistoryOfItsParentUpToItsCall() {
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            (said, request) ->
                switch (said) {
                  case 0 -> says("hi");
                  case 1 -> MultiAgentModel.delegates(order("Look."));
                  default -> says(last(request));
                },
            "clerk/scout",
            listener);
    try (var drover = TaskFixture.on(store)) {
      var session =
          open(
              drover
                  .agent("clerk")
                  .model(new MultiAgentModel(minds))
                  .policy(Policy.ALLOW_ALL)
                  .subagents(List.of(SCOUT.startingFrom(StartPoint.PARENT))));
      session.ask("Hello.");
      assertThat(session.ask("Find it.").text()).isEqualTo("heard");
      assertThat(heard)
          .containsExactly(
              List.of(
                  "Hello.",
                  "hi",
                  "Find it.",
                  "call task",
                  "This is under way. What you are to do of it is said next.",
                  "Look."));
      assertStrictlyReplayed(drover, firstChild(drover, SESSION));
    }
  }

  @Test
  @Tag("A13")
  void aChildHasTheSameStartingHistoryAfterARestart() throws Exception {
    var begun = new CountDownLatch(1);
    var first = TaskFixture.on(store);
    var before =
        open(
            clerk(
                first,
                Map.of(
                    "clerk", (_, _) -> says("hi"), "clerk/scout", MultiAgentModel.hanging(begun))));
    before.ask("Hello.");
    before.tasks().start(TaskAssignment.to("scout", "Look.").from(StartPoint.PARENT));
    begun.await();
    before.ask("And now something else.");
    first.disconnect();
    try (var second = TaskFixture.on(store)) {
      var session =
          open(clerk(second, Map.of("clerk", (_, _) -> says("hi"), "clerk/scout", listener)));
      var child = session.tasks().all().getFirst().child();
      awaitIdle(session, child);
      assertThat(heard).containsExactly(List.of("Hello.", "hi", "Look."));
    }
  }

  private static void awaitIdle(Session session, SessionId child) {
    while (!session.tasks().find(child).orElseThrow().status().isOver()) {
      session.awaitWakeup(Duration.ofMillis(50));
    }
  }

  @Test
  @Tag("B8")
  void aChildCanStartFromASessionOfTheSameTenantOnly() {
    try (var drover = TaskFixture.on(store)) {
      var agent =
          clerk(drover, Map.of("clerk", (_, _) -> says("hi"), "clerk/scout", listener)).build();
      agent.as(Identity.ofTenant("acme")).open(new SessionId("theirs")).ask("Our secret.");
      agent.as(Identity.ofTenant("zeta")).open(new SessionId("others")).ask("Their secret.");
      var session = agent.as(Identity.ofTenant("acme")).open(SESSION);
      assertThat(from(session, "theirs")).isEqualTo("SUCCEEDED heard");
      assertThat(from(session, "others"))
          .isEqualTo(
              "FAILED there is no session to start from by that name. Name another, or none.");
      assertThat(from(session, "nowhere")).isEqualTo(from(session, "others"));
      assertThat(heard).containsExactly(List.of("Our secret.", "hi", "Look."));
    }
  }

  private static String from(Session session, String other) {
    var report =
        session
            .tasks()
            .run(TaskAssignment.to("scout", "Look.").from(StartPoint.of(new SessionId(other))));
    Status status = report.status();
    return status + " " + report.text();
  }
}
