package dev.drover.runtime.task;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.TaskMode;
import dev.drover.kernel.ToolAnswer;
import dev.drover.runtime.foreign.ForeignModel;
import dev.drover.runtime.tool.AnswerSchema;
import dev.drover.runtime.tool.Param;
import dev.drover.spi.model.Model;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The tool `task` as a host may call it: with a worker of its own, and with a start point. No
/// model is told of it.
///
/// What a worker is stands in the call, and so in the journal: a call that comes again after a
/// crash makes the same one.
///
/// @param models finds the model of a worker by its name
public record HostTaskTool(Delegation delegation, Function<String, Optional<Model>> models)
    implements AgentTool {
  private static final String EMPTY = "empty";
  private static final String PARENT = "parent";
  private static final String OWN = "own";
  private static final String INHERITED = "inherit";

  /// What a call says. Nothing of it may be null: the annotation that says so is not there in a
  /// program that does not use it itself, and then all would have to be given.
  ///
  /// @param worker none if one is meant that the agent has
  /// @param start `empty`, `parent`, or the name of a session; `own` for what the subagent says
  public record Order(
      @Param(name = "agent", description = "who is to do it") String agent,
      @Param(name = "prompt", description = "what is to be done") String prompt,
      @Param(name = "background", defaultValue = "false") boolean background,
      @Param(name = "worker", defaultValue = "[]") List<Worker> worker,
      @Param(name = "start", defaultValue = OWN) String start) {}

  /// Somebody who is made for one piece of work.
  ///
  /// @param model `inherit` for that of the agent that gives it the work
  /// @param fallbacks who goes on for a model of its own
  public record Worker(
      @Param(name = "description") String description,
      @Param(name = "instructions") String instructions,
      @Param(name = "model", defaultValue = INHERITED) String model,
      @Param(name = "tools") List<String> tools,
      @Param(name = "denied") List<String> denied,
      @Param(name = "turns") int turns,
      @Param(name = "fallbacks", defaultValue = "[]") List<String> fallbacks) {}

  /// The arguments of a call that gives somebody this to do.
  public static Map<String, Object> order(Assignment assignment, TaskMode mode) {
    var arguments = new LinkedHashMap<String, Object>();
    arguments.put("agent", assignment.whom().name());
    arguments.put("prompt", assignment.prompt());
    arguments.put("background", mode == TaskMode.BACKGROUND);
    var start = assignment.start();
    if (assignment.whom() instanceof Assignment.Whom.Worker(var subagent)) {
      arguments.put("worker", List.of(worker(subagent)));
      start = start == null ? subagent.start() : start;
    }
    if (start != null) {
      arguments.put("start", word(start));
    }
    return arguments;
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
            ? new Assignment.Whom.Known(order.agent())
            : new Assignment.Whom.Worker(subagent(order.agent(), order.worker().getFirst()));
    return delegation.delegate(
        call,
        new Assignment(whom, order.prompt(), start(order.start())),
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

  private ModelChoice choice(Worker worker) {
    return worker.model().equals(INHERITED)
        ? ModelChoice.INHERITED
        : new ModelChoice.Own(
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
