package dev.drover.runtime.task;

import dev.drover.runtime.policy.Rule;
import dev.drover.spi.model.Model;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Somebody that an agent can give work to. Works in the same folder, under the same policy and for
/// the same people; it can be allowed less, never more.
///
/// @param description for the model that chooses between them: what it is good at
/// @param choice which model it works with
/// @param tools what it gets of that agent's tools; all, if empty
/// @param denied rules of what it may not do, though the agent that gives it the work may
/// @param turns how many it has at most
/// @param start what it knows before it is told what to do
public record Subagent(
    String name,
    String description,
    String instructions,
    ModelChoice choice,
    List<String> tools,
    List<String> denied,
    int turns,
    StartPoint start) {
  private static final int DEFAULT_TURNS = 30;

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
  }

  public static Subagent of(String name, String description, String instructions) {
    return new Subagent(
        name,
        description,
        instructions,
        ModelChoice.INHERITED,
        List.of(),
        List.of(),
        DEFAULT_TURNS,
        StartPoint.EMPTY);
  }

  /// Another model than that of the agent that gives it the work.
  public Subagent with(Model model) {
    return with(new ModelChoice.Own(model, List.of()));
  }

  /// Another model that goes on when those before have failed for good. Whoever has no model of its
  /// own has the fallbacks of the agent that gives it the work.
  ///
  /// @throws IllegalArgumentException if it has no model of its own, or this one already
  public Subagent fallback(Model model) {
    return switch (choice) {
      case ModelChoice.Own(var own, var fallbacks) -> {
        var more = new ArrayList<>(fallbacks);
        more.add(model);
        yield with(new ModelChoice.Own(own, more));
      }
      case ModelChoice.Inherited _ ->
          throw new IllegalArgumentException(
              name + ": without a model of its own it has the fallbacks of its parent");
    };
  }

  private Subagent with(ModelChoice other) {
    return new Subagent(name, description, instructions, other, tools, denied, turns, start);
  }

  /// @return null for that of the agent that gives it the work
  public @Nullable Model model() {
    return switch (choice) {
      case ModelChoice.Own(var own, _) -> own;
      case ModelChoice.Inherited _ -> null;
    };
  }

  /// Those of its own.
  public List<Model> fallbacks() {
    return switch (choice) {
      case ModelChoice.Own(_, var fallbacks) -> fallbacks;
      case ModelChoice.Inherited _ -> List.of();
    };
  }

  /// These of the tools, and no others.
  public Subagent withTools(String... names) {
    return new Subagent(
        name, description, instructions, choice, List.of(names), denied, turns, start);
  }

  /// Less than what is allowed to the agent that gives it the work.
  public Subagent denying(String... rules) {
    return new Subagent(
        name, description, instructions, choice, tools, List.of(rules), turns, start);
  }

  public Subagent maxTurns(int most) {
    return new Subagent(name, description, instructions, choice, tools, denied, most, start);
  }

  /// Another start than an empty one.
  public Subagent startingFrom(StartPoint other) {
    return new Subagent(name, description, instructions, choice, tools, denied, turns, other);
  }
}
