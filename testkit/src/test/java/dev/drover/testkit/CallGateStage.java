package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.Event;
import dev.drover.kernel.Message;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Session;
import dev.drover.runtime.hook.GateOutcome;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.policy.Policy;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// An agent that counts once, and what the hooks were asked that stand before it.
final class CallGateStage {
  private static final String WITH_A_NUMBER =
      "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}";

  /// What the tool was really called with.
  final List<String> got = new CopyOnWriteArrayList<>();

  /// Hooks in the order in which they were asked, each with the arguments it saw.
  final List<String> asked = new CopyOnWriteArrayList<>();

  final FakeModel model = FakeModel.playing(calls("count"), says("over"));

  FakeTool tool() {
    return new FakeTool(
        new ToolSpec(
            "count",
            "Counts.",
            WITH_A_NUMBER,
            new CallTerms(EffectClass.UNSAFE, AfterCrash.TELL_MODEL, Pace.PARALLEL)),
        call -> {
          got.add(call.arguments());
          return done("counted");
        });
  }

  Agent agent(Drover drover, Policy policy, Hook... hooks) {
    var agent = drover.agent("clerk").model(model).tools(tool()).policy(policy);
    List.of(hooks).forEach(agent::hook);
    return agent.build();
  }

  Hook saying(String name, GateOutcome outcome) {
    return Hook.beforeTool(
        name,
        call -> {
          asked.add(name + " " + call.arguments());
          return outcome;
        });
  }

  static PlannedCall planned(Session session) {
    return Journals.events(session.drover(), session.id(), Event.ToolsPlanned.class)
        .getFirst()
        .calls()
        .getFirst();
  }

  static ToolOutcome outcome(Session session) {
    return session.history().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(message -> ((Message.ToolResult) message).outcome())
        .findFirst()
        .orElseThrow();
  }
}
