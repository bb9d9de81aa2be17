package dev.drover.task;

import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.MultiAgentModel.delegates;
import static dev.drover.fixture.MultiAgentModel.last;
import static dev.drover.fixture.MultiAgentModel.order;
import static dev.drover.fixture.TaskFixture.SCOUT;
import static dev.drover.fixture.TaskFixture.SESSION;
import static dev.drover.fixture.TaskFixture.all;
import static dev.drover.fixture.TaskFixture.assertStrictlyReplayed;
import static dev.drover.fixture.TaskFixture.clerk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.MultiAgentModel;
import dev.drover.fixture.TaskFixture;
import dev.drover.kernel.event.Event;
import dev.drover.policy.Policy;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.spi.model.ModelRequest;
import dev.drover.store.memory.MemoryStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Subagents that are registered and unregistered while the program runs.
@Timeout(120)
@Tag("F1")
final class SubagentRegistryTest {
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
  void aRunKeepsItsSubagentsAndTheNextRunRecordsTheChange() {
    var agent = new AtomicReference<Agent>();
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            (said, request) -> {
              note(request);
              return switch (said) {
                case 0 -> {
                  agent.get().subagents().register(GUIDE);
                  agent.get().subagents().unregister("scout");
                  yield delegates(order("scout", "Still there?"), order("guide", "There yet?"));
                }
                case 1 -> says(MultiAgentModel.results(request));
                case 2 -> delegates(order("guide", "Now?"), order("scout", "Gone?"));
                default -> says(last(request));
              };
            },
            "clerk/scout",
            (_, _) -> says("scout here"),
            "clerk/guide",
            (_, _) -> says("guide here"));
    try (var drover = TaskFixture.on(store)) {
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
      // One for the first run, and one that records why the next starts differently.
      assertThat(all(drover, SESSION, Event.RecipeAdopted.class)).hasSize(2);
      assertThat(agent.get().subagents().all()).containsExactly(GUIDE);
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  void theTaskToolExistsWhileThereAreSubagents() {
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            (_, request) -> {
              note(request);
              return says("ok");
            });
    try (var drover = TaskFixture.on(store)) {
      var agent =
          drover.agent("clerk").model(new MultiAgentModel(minds)).policy(Policy.ALLOW_ALL).build();
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
  void aSecondSubagentWithTheSameNameIsRefused() {
    try (var drover = TaskFixture.on(store)) {
      var agent = clerk(drover, Map.of()).build();
      assertThatThrownBy(() -> agent.subagents().register(SCOUT))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("two are named 'scout'");
      assertThat(agent.subagents().all()).containsExactly(SCOUT);
    }
  }

  @Test
  @Tag("C1")
  void aRunningChildKeepsItsDefinition() throws Exception {
    var begun = new CountDownLatch(1);
    var changed = new CountDownLatch(1);
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk/scout",
            (said, request) -> {
              note(request);
              begun.countDown();
              changed.await();
              return said == 0 ? delegates(order("Look closer.")) : says(last(request));
            },
            "clerk/scout/scout",
            (_, _) -> says("closer"));
    try (var drover = TaskFixture.on(store)) {
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
  void aHostToolNamedTaskIsLeftAlone() {
    try (var drover = TaskFixture.on(store)) {
      var own = FakeAgents.FakeTool.pure("task", _ -> FakeAgents.done("my own"));
      var session =
          drover
              .agent("clerk")
              .model(new MultiAgentModel(Map.of()))
              .policy(Policy.ALLOW_ALL)
              .tools(own)
              .build()
              .open(SESSION);
      assertThat(session.tool("task", Map.of()).text()).isEqualTo("my own");
    }
  }

  @Test
  void aSubagentThatNamesAnUnknownToolIsRefusedWithCloseNames() {
    try (var drover = Drover.inMemory()) {
      var typo = GUIDE.withTools("lok");
      var look = FakeTool.pure("look", _ -> done("seen"));
      var agent = drover.agent("clerk").model(FakeModel.playing(says("done"))).tools(look).build();
      assertThatThrownBy(() -> agent.subagents().register(typo))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("'guide' names the tool 'lok'")
          .hasMessageContaining("the closest are look");
      assertThat(agent.subagents().all()).isEmpty();
      var other = drover.agent("other").model(FakeModel.playing(says("done"))).tools(look);
      assertThatThrownBy(() -> other.subagents(List.of(typo)).build())
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("subagents: subagent 'guide' names the tool 'lok'")
          .hasMessageContaining("the closest are look");
      var third = drover.agent("third").model(FakeModel.playing(says("done"))).tools(look);
      var standard = third.subagents(Subagent.standard()).build().subagents();
      assertThat(standard.all()).isEqualTo(Subagent.standard());
    }
  }
}
