package dev.drover.bench;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Text;
import dev.drover.policy.Policy;
import dev.drover.spi.model.Model;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;

/// The run that all benchmarks measure: a prompt, one tool call requested by the model, its result,
/// and the model's answer. Model and tool take no time, so only the runtime is measured.
final class BenchWorkload {
  static final String PROMPT = "What is the weather in Paris?";

  private BenchWorkload() {}

  static Agent agent(Drover drover) {
    return drover.agent("bench").model(model()).tools(tools()).policy(Policy.ALLOW_ALL).build();
  }

  static Model model() {
    return TwoTurnModel.calling(
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
