package dev.drover.internal.delegation;

import dev.drover.Param;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Text;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tool.AnswerSchema;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/// Lets a model hand the conversation off. The run ends with the call; earlier calls of the same
/// reply are made first.
public record HandOffTool(List<HandOffTarget> successors, HandOffStarter handing)
    implements AgentTool {
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

  /// The arguments of a call.
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
                            .map(HandOffTarget::agent)
                            .collect(Collectors.joining(", ")))));
  }

  @Override
  public List<CallSubject> subjects(ToolInvocation call) {
    return List.of(new CallSubject.Plain(AnswerSchema.read(Order.class, call.arguments()).agent()));
  }
}
