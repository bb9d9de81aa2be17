package dev.drover.internal.delegation;

import dev.drover.Param;
import dev.drover.internal.foreign.ForeignModel;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.spi.model.Model;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.task.Subagent;
import dev.drover.task.Subagent.SubagentModel;
import dev.drover.task.TaskAssignment;
import dev.drover.task.TaskAssignment.StartPoint;
import dev.drover.tool.AnswerSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The tool `task` for direct calls: it also accepts a worker and a start point. The model does not
/// see it.
///
/// The call contains the description of the worker, and so does the journal: a call that is
/// repeated after a crash builds the same worker.
///
/// @param models finds the model of a worker by its name
public record HostTaskTool(TaskStarter delegation, Function<String, Optional<Model>> models)
    implements AgentTool {
  private static final String EMPTY = "empty";
  private static final String PARENT = "parent";
  private static final String OWN = "own";
  private static final String INHERITED = "inherit";

  /// The arguments of a call. No component may be null: a program that does not use the nullness
  /// annotation itself does not have it at run time, and then all components would be required.
  ///
  /// @param worker empty if a subagent of the agent is meant
  /// @param start `empty`, `parent`, or the id of a session; `own` for that of the subagent
  public record Order(
      @Param(name = "agent", description = "who is to do it") String agent,
      @Param(name = "prompt", description = "what is to be done") String prompt,
      @Param(name = "background", defaultValue = "false") boolean background,
      @Param(name = "worker", defaultValue = "[]") List<Worker> worker,
      @Param(name = "start", defaultValue = OWN) String start) {}

  /// An agent that is made for one assignment.
  ///
  /// @param model `inherit` for that of the delegating agent
  /// @param fallbacks of a model of its own
  public record Worker(
      @Param(name = "description") String description,
      @Param(name = "instructions") String instructions,
      @Param(name = "model", defaultValue = INHERITED) String model,
      @Param(name = "tools") List<String> tools,
      @Param(name = "denied") List<String> denied,
      @Param(name = "turns") int turns,
      @Param(name = "fallbacks", defaultValue = "[]") List<String> fallbacks) {}

  /// The arguments of a call for this assignment.
  public static Map<String, Object> order(TaskAssignment assignment, TaskMode mode) {
    var arguments = new LinkedHashMap<String, Object>();
    arguments.put("agent", assignment.whom().name());
    arguments.put("prompt", assignment.prompt());
    arguments.put("background", mode == TaskMode.BACKGROUND);
    var start = assignment.start();
    if (assignment.whom() instanceof TaskAssignment.Assignee.Worker(var subagent)) {
      requireNoOwnTools(subagent);
      arguments.put("worker", List.of(worker(subagent)));
      start = start == null ? subagent.start() : start;
    }
    if (start != null) {
      arguments.put("start", word(start));
    }
    return arguments;
  }

  /// The call describes the worker in the journal, and a tool cannot be described.
  private static void requireNoOwnTools(Subagent subagent) {
    if (!subagent.ownTools().isEmpty()) {
      throw new ConfigurationInvalid(
          "worker",
          "'%s' has tools of its own".formatted(subagent.name()),
          "Register it as a subagent of the agent, and delegate to it by name.");
    }
  }

  private static Map<String, Object> worker(Subagent subagent) {
    var worker = new LinkedHashMap<String, Object>();
    worker.put("description", subagent.description());
    worker.put("instructions", subagent.instructions());
    var model = subagent.model();
    if (model != null) {
      worker.put("model", ForeignModel.of(model).name());
    }
    worker.put("tools", subagent.tools());
    worker.put("denied", subagent.denied());
    worker.put("turns", subagent.turns());
    if (!subagent.fallbacks().isEmpty()) {
      worker.put(
          "fallbacks",
          subagent.fallbacks().stream().map(ForeignModel::of).map(ForeignModel::name).toList());
    }
    return worker;
  }

  private static String word(StartPoint start) {
    return switch (start) {
      case StartPoint.Empty _ -> EMPTY;
      case StartPoint.Parent _ -> PARENT;
      case StartPoint.Other(var session) -> session.value();
    };
  }

  private static @Nullable StartPoint start(String word) {
    return switch (word) {
      case OWN -> null;
      case EMPTY -> StartPoint.EMPTY;
      case PARENT -> StartPoint.PARENT;
      default -> StartPoint.of(new SessionId(word));
    };
  }

  @Override
  public ToolSpec spec() {
    return new ToolSpec(
        TaskTool.NAME,
        "Gives a piece of work to another agent, or to a worker that is made for it.",
        AnswerSchema.of(Order.class).schema(),
        new CallTerms(EffectClass.IDEMPOTENT, AfterCrash.RUN_AGAIN, Pace.PARALLEL));
  }

  @Override
  public ToolAnswer call(ToolInvocation call) throws InterruptedException {
    var order = AnswerSchema.read(Order.class, call.arguments());
    var whom =
        order.worker().isEmpty()
            ? new TaskAssignment.Assignee.Known(order.agent())
            : new TaskAssignment.Assignee.Worker(
                subagent(order.agent(), order.worker().getFirst()));
    return delegation.delegate(
        call,
        new TaskAssignment(whom, order.prompt(), start(order.start())),
        order.background() ? TaskMode.BACKGROUND : TaskMode.FOREGROUND);
  }

  private Subagent subagent(String name, Worker worker) {
    return new Subagent(
        name,
        worker.description(),
        worker.instructions(),
        choice(worker),
        worker.tools(),
        worker.denied(),
        worker.turns(),
        StartPoint.EMPTY);
  }

  private SubagentModel choice(Worker worker) {
    return worker.model().equals(INHERITED)
        ? SubagentModel.INHERITED
        : new SubagentModel.Own(
            model(worker.model()), worker.fallbacks().stream().map(this::model).toList());
  }

  private Model model(String name) {
    return models
        .apply(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the model %s of the worker is not known in this process".formatted(name)));
  }
}
