package dev.drover.task;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.internal.foreign.ForeignModel;
import dev.drover.internal.tool.JavaTools;
import dev.drover.policy.Rule;
import dev.drover.spi.model.Model;
import dev.drover.spi.tool.AgentTool;
import dev.drover.task.TaskAssignment.StartPoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An agent that another one can delegate to. It works in the same folder, under the same policy
/// and for the same identity; it can be allowed less, never more.
///
/// @param description for the model that chooses between them: what it is good at
/// @param choice which model it uses
/// @param tools which of the agent's tools it gets; all, if empty
/// @param denied rules for calls that it may not make, though the delegating agent may
/// @param turns how many it has at most
/// @param start the conversation that it starts with
/// @param ownTools tools that the delegating agent does not have; their calls are judged by the
///   same policy
public record Subagent(
    String name,
    String description,
    String instructions,
    SubagentModel choice,
    List<String> tools,
    List<String> denied,
    int turns,
    StartPoint start,
    List<AgentTool> ownTools) {
  /// The name of the tool with which a model delegates to a subagent.
  public static final String TASK_TOOL = "task";

  private static final int DEFAULT_TURNS = 30;
  private static final String[] LOOKING = {"read", "ls", "glob", "grep", "artifact"};

  public Subagent {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,63}")) {
      throw new IllegalArgumentException(
          "'%s' is not a name; use 1 to 64 letters, digits, '-' or '_'".formatted(name));
    }
    if (description.isBlank()) {
      throw new IllegalArgumentException(name + ": say what it is good at");
    }
    if (turns < 1) {
      throw new IllegalArgumentException(name + ": turns must be positive, not " + turns);
    }
    tools = List.copyOf(tools);
    denied = List.copyOf(denied);
    denied.forEach(Rule::parse);
    ownTools = List.copyOf(ownTools);
  }

  /// Without tools of its own.
  public Subagent(
      String name,
      String description,
      String instructions,
      SubagentModel choice,
      List<String> tools,
      List<String> denied,
      int turns,
      StartPoint start) {
    this(name, description, instructions, choice, tools, denied, turns, start, List.of());
  }

  public static Subagent of(String name, String description, String instructions) {
    nonNull(name, "name");
    nonNull(description, "description");
    nonNull(instructions, "instructions");
    return new Subagent(
        name,
        description,
        instructions,
        SubagentModel.INHERITED,
        List.of(),
        List.of(),
        DEFAULT_TURNS,
        StartPoint.EMPTY);
  }

  /// Uses another model than the delegating agent.
  public Subagent with(Model model) {
    nonNull(model, "model");
    return with(new SubagentModel.Own(model, List.of()));
  }

  /// Adds a fallback model for when the ones before have failed for good. A subagent without its
  /// own model uses the fallbacks of the delegating agent.
  ///
  /// @throws IllegalArgumentException if it has no model of its own, or this one already
  public Subagent fallback(Model model) {
    nonNull(model, "model");
    return switch (choice) {
      case SubagentModel.Own(var own, var fallbacks) -> {
        var more = new ArrayList<>(fallbacks);
        more.add(model);
        yield with(new SubagentModel.Own(own, more));
      }
      case SubagentModel.Inherited _ ->
          throw new IllegalArgumentException(
              name + ": without a model of its own it has the fallbacks of its parent");
    };
  }

  private Subagent with(SubagentModel other) {
    return new Subagent(
        name, description, instructions, other, tools, denied, turns, start, ownTools);
  }

  /// @return null for that of the delegating agent
  public @Nullable Model model() {
    return switch (choice) {
      case SubagentModel.Own(var own, _) -> own;
      case SubagentModel.Inherited _ -> null;
    };
  }

  /// Its own fallbacks.
  public List<Model> fallbacks() {
    return switch (choice) {
      case SubagentModel.Own(_, var fallbacks) -> fallbacks;
      case SubagentModel.Inherited _ -> List.of();
    };
  }

  /// Limits the tools to these. An agent refuses a subagent with a name that is neither one of its
  /// tools nor one that comes with Drover, nor one of the subagent's own.
  public Subagent withTools(String... names) {
    nonNull(names, "names");
    return new Subagent(
        name, description, instructions, choice, List.of(names), denied, turns, start, ownTools);
  }

  /// Adds tools that the delegating agent does not have: each an [AgentTool], or an object with
  /// methods that are annotated as tools. The policy of the delegating agent judges their calls
  /// too. After a restart the subagent has them again when the agent is built with it, or when it
  /// is registered again.
  ///
  /// @throws IllegalArgumentException if an object has no tools
  public Subagent withOwnTools(Object... more) {
    nonNull(more, "more");
    var all = new ArrayList<>(ownTools);
    for (var one : more) {
      nonNull(one, "more");
      if (one instanceof AgentTool tool) {
        all.add(tool);
      } else {
        all.addAll(JavaTools.of(one));
      }
    }
    return new Subagent(name, description, instructions, choice, tools, denied, turns, start, all);
  }

  /// Allows less than the delegating agent is allowed.
  public Subagent denying(String... rules) {
    nonNull(rules, "rules");
    return new Subagent(
        name, description, instructions, choice, tools, List.of(rules), turns, start, ownTools);
  }

  public Subagent maxTurns(int most) {
    return new Subagent(
        name, description, instructions, choice, tools, denied, most, start, ownTools);
  }

  /// Uses another start than an empty conversation.
  public Subagent startingFrom(StartPoint other) {
    nonNull(other, "other");
    return new Subagent(
        name, description, instructions, choice, tools, denied, turns, other, ownTools);
  }

  /// Which model a subagent uses.
  public sealed interface SubagentModel {
    SubagentModel INHERITED = new Inherited();

    /// The model of the delegating agent, with the same fallbacks.
    record Inherited() implements SubagentModel {}

    /// Its own model.
    ///
    /// @param fallbacks the models to use when it has failed for good, in this order
    record Own(Model model, List<Model> fallbacks) implements SubagentModel {
      public Own {
        var own = ForeignModel.of(model);
        var others = fallbacks.stream().map(ForeignModel::of).toList();
        var names = new HashSet<>(Set.of(own.name()));
        for (var next : others) {
          if (!names.add(next.name())) {
            throw new IllegalArgumentException(
                "fallback: '%s' is named twice".formatted(next.name()));
          }
        }
        model = own;
        fallbacks = List.copyOf(others);
      }
    }
  }

  /// Searches and reads, and changes nothing.
  public static Subagent explore() {
    return of(
            "explore",
            "finds out where something is and how it works; reads only",
            "Find out what you are asked. Read what is needed, change nothing. Answer with what you"
                + " found, in few words, with the names of files and the lines.")
        .withTools(LOOKING);
  }

  /// Plans how something could be done.
  public static Subagent plan() {
    return of(
            "plan",
            "works out how something can be done, step by step; reads only",
            "Work out how to do what you are asked. Read what is needed, change nothing. Answer"
                + " with a numbered plan that names files, and with what could go wrong.")
        .withTools(LOOKING);
  }

  /// For all other work.
  public static Subagent general() {
    return of(
        "general",
        "does a piece of work from beginning to end",
        "Do what you are asked, completely. Answer with what you did and what came of it.");
  }

  /// Reviews finished work.
  public static Subagent review() {
    return of(
            "review",
            "looks at a change for mistakes; reads only",
            "Look at the change you are told of. Report mistakes that matter, worst first, each"
                + " with file, line and reason. If there are none, say so. Change nothing.")
        .withTools(LOOKING);
  }

  /// Checks a claim.
  public static Subagent verify() {
    return of(
            "verify",
            "runs checks and tells whether something works; changes no files",
            "Find out whether what you are told holds, by running what proves it. Change no files."
                + " Answer with yes or no, and with the output that shows it.")
        .withTools("read", "ls", "glob", "grep", "artifact", "bash", "process");
  }

  /// The five subagents that most agents can use.
  public static List<Subagent> standard() {
    return List.of(explore(), plan(), general(), review(), verify());
  }
}
