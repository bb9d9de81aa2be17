package dev.drover.runtime.task;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.TaskMode;
import dev.drover.kernel.ToolAnswer;
import dev.drover.runtime.tool.AnswerSchema;
import dev.drover.runtime.tool.Param;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.Subject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;
import java.util.stream.Collectors;

/// Lets a model give work to others. One call is one task; several calls of one turn are worked on
/// side by side, and what they come to is told in the order of the calls.
public record TaskTool(Delegates delegates, Delegation delegation) implements AgentTool {
  public static final String NAME = "task";

  /// What a call says.
  ///
  /// @param background whether the answer is not waited for
  public record Order(
      @Param(name = "agent", description = "who is to do it") String agent,
      @Param(
              name = "prompt",
              description =
                  "what is to be done, with all that must be known: nothing of this conversation is"
                      + " passed on")
          String prompt,
      @Param(
              name = "background",
              description = "true: go on at once, and be told when it is done",
              defaultValue = "false")
          boolean background) {}

  @Override
  public ToolSpec spec() {
    var who =
        delegates.all().stream()
            .map(one -> "- %s: %s".formatted(one.name(), one.description()))
            .collect(Collectors.joining("\n"));
    return new ToolSpec(
        NAME,
        "Gives a piece of work to another agent and returns its answer. Several calls at once are"
            + " worked on side by side. Agents:\n"
            + who,
        AnswerSchema.of(Order.class).schema(),
        new CallTerms(EffectClass.IDEMPOTENT, AfterCrash.RUN_AGAIN, Pace.PARALLEL));
  }

  @Override
  public ToolAnswer call(ToolInvocation call) throws InterruptedException {
    var order = AnswerSchema.read(Order.class, call.arguments());
    var mode = order.background() ? TaskMode.BACKGROUND : TaskMode.FOREGROUND;
    return delegation.delegate(call, Assignment.to(order.agent(), order.prompt()), mode);
  }

  @Override
  public List<Subject> subjects(ToolInvocation call) {
    return List.of(new Subject.Plain(AnswerSchema.read(Order.class, call.arguments()).agent()));
  }
}
