package dev.drover.internal.agent;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.Param;
import dev.drover.Tool;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.hook.Hook;
import dev.drover.hook.HookPoint;
import dev.drover.policy.Policy;
import dev.drover.problem.InvalidRequest.AgentExists;
import dev.drover.task.Subagent;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Two agents with one name in one runtime.
@Tag("B1")
@Timeout(60)
final class AgentNameTest {
  private final Drover drover = Drover.inMemory();

  @AfterEach
  void close() {
    drover.close();
  }

  private AgentBuilder clerk(String says) {
    return drover.agent("clerk").model(FakeModel.playing(says(says)));
  }

  @Test
  void aSecondAgentWithTheSameNameIsRefusedAndTheFirstKeepsWorking() {
    var session = clerk("first").instructions("Be brief.").build().open();
    var other =
        clerk("second")
            .instructions("Be long.")
            .maxTurns(7)
            .tools(FakeTool.pure("look", _ -> done("seen")))
            .policy(Policy.ALLOW_ALL)
            .hook(Hook.observer("audit", HookPoint.RunEnd.class, _ -> {}));
    assertThatThrownBy(other::build)
        .asInstanceOf(InstanceOfAssertFactories.type(AgentExists.class))
        .satisfies(
            refused ->
                assertThat(refused.differences())
                    .containsExactly("instructions", "tools", "policy", "maxTurns", "hooks"))
        .satisfies(refused -> assertThat(refused.problem().code()).isEqualTo("agent_exists"))
        .satisfies(
            refused ->
                assertThat(refused.problem().detail())
                    .isEqualTo(
                        "agent 'clerk' was built before with other instructions, tools, policy,"
                            + " maxTurns, hooks"));
    assertThat(session.ask("hello").text()).isEqualTo("first");
  }

  @Test
  void anAgentThatReplacesAnotherAnswersInItsSessions() {
    var session = clerk("first").instructions("Be brief.").build().open();
    clerk("second").instructions("Be long.").replacing().build();
    assertThat(session.ask("hello").text()).isEqualTo("second");
    clerk("third").instructions("Be long.").build();
    assertThat(session.ask("hello").text()).isEqualTo("third");
  }

  @Test
  @Tag("E6")
  @Tag("F1")
  void registrationsOfAnAgentSurviveItsRebuild() {
    var heard = new CountDownLatch(1);
    var agent = clerk("first").build();
    agent.hooks().register(Hook.observer("audit", HookPoint.RunEnd.class, _ -> heard.countDown()));
    agent.subagents().register(Subagent.of("scout", "finds things", "Find it."));
    var again = clerk("second").build();
    assertThat(again.hooks().count()).isEqualTo(1);
    assertThat(again.subagents().all()).extracting(Subagent::name).containsExactly("scout");
    assertThat(again.open().ask("hello").text()).isEqualTo("second");
  }

  /// A tool made of an annotated method.
  public static final class Adder {
    @Tool(description = "Adds one.")
    public int addOne(@Param(name = "number") int number) {
      return Math.addExact(number, 1);
    }
  }

  @Test
  @Tag("D1")
  void toolsCanBePassedAsAList() {
    var built =
        drover
            .agent("list")
            .model(FakeModel.playing(calls("look"), says("done")))
            .tools(List.of(new Adder(), FakeTool.pure("look", _ -> done("seen"))))
            .policy(Policy.ALLOW_ALL)
            .build();
    assertThat(built.open().tools().names()).containsExactly("addOne", "look");
    var nested =
        drover
            .agent("nested")
            .model(FakeModel.playing(says("done")))
            .tools(FakeTool.pure("look", _ -> done("seen")), List.of(new Adder()))
            .build();
    assertThat(nested.open().tools().names()).containsExactly("addOne", "look");
  }

  @Test
  @Tag("D1")
  void aNumberOutOfRangeForItsParameterIsReportedToTheModel() {
    var session =
        drover
            .agent("numbers")
            .model(FakeModel.playing(says("done")))
            .tools(List.of(new Adder()))
            .build()
            .open();
    assertThat(session.tools().definitions().getFirst().schema())
        .contains("\"minimum\":-2147483648,\"maximum\":2147483647");
    var report = session.tools().callWithJson("addOne", "{\"number\":2147483648}");
    assertThat(report.text()).contains("number").contains("2147483647");
    assertThat(session.tools().callWithJson("addOne", "{\"number\":41}").text()).isEqualTo("42");
  }
}
