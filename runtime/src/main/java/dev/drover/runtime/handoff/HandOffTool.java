package dev.drover.runtime.handoff;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolAnswer;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.tool.AnswerSchema;
import dev.drover.runtime.tool.Param;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.Subject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/// Lets a model hand the conversation on. The run ends with the call; calls that the model asked
/// for before it are made first.
public record HandOffTool(List<Successor> successors, Handing handing) implements AgentTool {
  public static final String NAME = "hand_off";

  public HandOffTool {
    successors = List.copyOf(successors);
    var names = new HashSet<String>();
    for (var one : successors) {
      if (!names.add(one.agent())) {
        throw new IllegalArgumentException("two are named '%s'".formatted(one.agent()));
      }
    }
  }

  /// What a call says.
  public record Order(
      @Param(name = "agent", description = "who goes on") String agent,
      @Param(
              name = "message",
              description = "what that agent is to do; it sees the whole conversation")
          String message) {}

  @Override
  public ToolSpec spec() {
    var who =
        successors.stream()
            .map(one -> "- %s: %s".formatted(one.agent(), one.description()))
            .collect(Collectors.joining("\n"));
    return new ToolSpec(
        NAME,
        "Hands the whole conversation on to another agent, for good: that one answers the user from"
            + " now on, and your part is over. Agents:\n"
            + who,
        AnswerSchema.of(Order.class).schema(),
        new CallTerms(EffectClass.PURE, AfterCrash.RUN_AGAIN, Pace.IN_ORDER));
  }

  @Override
  public ToolAnswer call(ToolInvocation call) {
    var order = AnswerSchema.read(Order.class, call.arguments());
    boolean isKnown = successors.stream().anyMatch(one -> one.agent().equals(order.agent()));
    return isKnown
        ? handing.handOff(call, order.agent(), order.message())
        : new ToolOutcome.Failed(
            Text.of(
                "there is no agent '%s' to hand on to; there are: %s"
                    .formatted(
                        order.agent(),
                        successors.stream()
                            .map(Successor::agent)
                            .collect(Collectors.joining(", ")))));
  }

  @Override
  public List<Subject> subjects(ToolInvocation call) {
    return List.of(new Subject.Plain(AnswerSchema.read(Order.class, call.arguments()).agent()));
  }
}
