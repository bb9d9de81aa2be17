package dev.drover.testkit;

import static dev.drover.testkit.Cast.delegates;
import static dev.drover.testkit.Cast.last;
import static dev.drover.testkit.Cast.order;
import static dev.drover.testkit.Fakes.says;
import static dev.drover.testkit.TaskStage.SCOUT;
import static dev.drover.testkit.TaskStage.SESSION;
import static dev.drover.testkit.TaskStage.all;
import static dev.drover.testkit.TaskStage.assertStrictlyReplayed;
import static dev.drover.testkit.TaskStage.clerk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Event;
import dev.drover.runtime.Agent;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.task.Subagent;
import dev.drover.spi.model.ModelRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Subagents that come and go while the program runs.
@Timeout(120)
@Tag("F1")
final class RosterTest {
  private static final Subagent GUIDE = Subagent.of("guide", "knows the way", "Lead.");

  private final MemoryStore store = new MemoryStore();
  private final List<String> tools = Collections.synchronizedList(new ArrayList<>());

  private void note(ModelRequest request) {
    tools.add(
        request.tools().stream()
            .map(tool -> tool.description().replaceAll("(?s).*Agents:\\n", ""))
            .toList()
            .toString());
  }

  @Test
  @Tag("C1")
  void aRunKeepsThoseItBeganWithAndTheNextOneSaysThatTheyChanged() {
    var agent = new AtomicReference<Agent>();
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            (said, request) -> {
              note(request);
              return switch (said) {
                case 0 -> {
                  agent.get().subagents().register(GUIDE);
                  agent.get().subagents().unregister("scout");
                  yield delegates(order("scout", "Still there?"), order("guide", "There yet?"));
                }
                case 1 -> says(Cast.results(request));
                case 2 -> delegates(order("guide", "Now?"), order("scout", "Gone?"));
                default -> says(last(request));
              };
            },
            "clerk/scout",
            (_, _) -> says("scout here"),
            "clerk/guide",
            (_, _) -> says("guide here"));
    try (var drover = TaskStage.on(store)) {
      agent.set(clerk(drover, minds).build());
      var session = agent.get().open(SESSION);
      assertThat(session.ask("Go.").text())
          .isEqualTo("scout here|failed there is no agent 'guide'; there are: scout");
      assertThat(session.ask("Go on.").text())
          .isEqualTo("failed there is no agent 'scout'; there are: guide");
      assertThat(tools)
          .containsExactly(
              "[- scout: finds things]",
              "[- scout: finds things]",
              "[- guide: knows the way]",
              "[- guide: knows the way]");
      // One for the first run, and one that says why the next begins otherwise.
      assertThat(all(drover, SESSION, Event.RecipeAdopted.class)).hasSize(2);
      assertThat(agent.get().subagents().all()).containsExactly(GUIDE);
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  void theFirstBringsTheToolAndTheLastTakesItAway() {
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            (_, request) -> {
              note(request);
              return says("ok");
            });
    try (var drover = TaskStage.on(store)) {
      var agent = drover.agent("clerk").model(new Cast(minds)).policy(Policy.ALLOW_ALL).build();
      var session = agent.open(SESSION);
      session.ask("1");
      agent.subagents().register(SCOUT);
      session.ask("2");
      assertThat(agent.subagents().unregister("scout")).isTrue();
      assertThat(agent.subagents().unregister("scout")).isFalse();
      session.ask("3");
      assertThat(tools).containsExactly("[]", "[- scout: finds things]", "[]");
    }
  }

  @Test
  void twoOfANameAreRefused() {
    try (var drover = TaskStage.on(store)) {
      var agent = clerk(drover, Map.of()).build();
      assertThatThrownBy(() -> agent.subagents().register(SCOUT))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("two are named 'scout'");
      assertThat(agent.subagents().all()).containsExactly(SCOUT);
    }
  }

  @Test
  @Tag("C1")
  void aChildThatIsAtWorkGoesOnWithWhatItBeganWith() throws Exception {
    var begun = new CountDownLatch(1);
    var changed = new CountDownLatch(1);
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk/scout",
            (said, request) -> {
              note(request);
              begun.countDown();
              changed.await();
              return said == 0 ? delegates(order("Look closer.")) : says(last(request));
            },
            "clerk/scout/scout",
            (_, _) -> says("closer"));
    try (var drover = TaskStage.on(store)) {
      var agent = clerk(drover, minds).build();
      var session = agent.open(SESSION);
      var answer = new AtomicReference<String>();
      var host =
          Thread.ofVirtual().start(() -> answer.set(session.tasks().run("scout", "Look.").text()));
      begun.await();
      agent.subagents().unregister("scout");
      agent.subagents().register(GUIDE);
      changed.countDown();
      host.join();
      assertThat(answer).hasValue("closer");
      assertThat(tools).containsExactly("[- scout: finds things]", "[- scout: finds things]");
    }
  }

  @Test
  @Tag("D4")
  void aToolOfTheHostsOwnByThatNameIsLeftAlone() {
    try (var drover = TaskStage.on(store)) {
      var own = Fakes.FakeTool.pure("task", _ -> Fakes.done("my own"));
      var session =
          drover
              .agent("clerk")
              .model(new Cast(Map.of()))
              .policy(Policy.ALLOW_ALL)
              .tools(own)
              .build()
              .open(SESSION);
      assertThat(session.tool("task", Map.of()).text()).isEqualTo("my own");
    }
  }
}
