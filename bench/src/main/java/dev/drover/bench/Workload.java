package dev.drover.bench;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Drover;
import dev.drover.runtime.policy.Policy;
import dev.drover.spi.model.Model;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;

/// The run that all figures are about: prompt, the model asks for one tool, the tool answers, the
/// model answers. Model and tool take no time, so what is measured is the runtime.
final class Workload {
  static final String PROMPT = "What is the weather in Paris?";

  private Workload() {}

  static Agent agent(Drover drover) {
    return drover.agent("bench").model(model()).tools(tools()).policy(Policy.ALLOW_ALL).build();
  }

  static Model model() {
    return TwoTurns.calling(
        "bench/weatherman", "weather", "{\"city\":\"Paris\"}", "It is sunny in Paris, 21 degrees.");
  }

  static List<AgentTool> tools() {
    return List.of(new Weather());
  }

  private static final class Weather implements AgentTool {
    private final ToolSpec spec =
        new ToolSpec(
            "weather",
            "Tells the weather in a city.",
            """
            {"type":"object","properties":{"city":{"type":"string"}},"required":["city"],\
            "additionalProperties":false}\
            """,
            new CallTerms(EffectClass.UNSAFE, AfterCrash.TELL_MODEL, Pace.IN_ORDER));

    @Override
    public ToolSpec spec() {
      return spec;
    }

    @Override
    public ToolOutcome call(ToolInvocation call) {
      return new ToolOutcome.Succeeded(Text.of("sunny, 21 degrees"));
    }
  }
}
