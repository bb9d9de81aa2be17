package dev.drover.internal.delegation;

import dev.drover.Param;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.TaskMode;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.task.Subagent;
import dev.drover.task.TaskAssignment;
import dev.drover.tool.AnswerSchema;
import java.util.List;
import java.util.stream.Collectors;

/// Lets a model delegate. One call is one task; several calls of one turn run in parallel, and
/// their results are returned in the order of the calls.
public record TaskTool(AvailableSubagents delegates, TaskStarter delegation) implements AgentTool {
  public static final String NAME = Subagent.TASK_TOOL;

  /// The arguments of a call.
  ///
  /// @param background whether the call does not wait for the result
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
    return delegation.delegate(call, TaskAssignment.to(order.agent(), order.prompt()), mode);
  }

  @Override
  public List<CallSubject> subjects(ToolInvocation call) {
    return List.of(new CallSubject.Plain(AnswerSchema.read(Order.class, call.arguments()).agent()));
  }
}
