package dev.drover.runtime.task;

import dev.drover.runtime.policy.Rule;
import dev.drover.spi.model.Model;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Somebody that an agent can give work to. Works in the same folder, under the same policy and for
/// the same people; it can be allowed less, never more.
///
/// @param description for the model that chooses between them: what it is good at
/// @param model null for that of the agent that gives it the work
/// @param tools what it gets of that agent's tools; all, if empty
/// @param denied rules of what it may not do, though the agent that gives it the work may
/// @param turns how many it has at most
/// @param start what it knows before it is told what to do
public record Subagent(
    String name,
    String description,
    String instructions,
    @Nullable Model model,
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
        null,
        List.of(),
        List.of(),
        DEFAULT_TURNS,
        StartPoint.EMPTY);
  }

  /// Another model than that of the agent that gives it the work.
  public Subagent with(Model choice) {
    return new Subagent(name, description, instructions, choice, tools, denied, turns, start);
  }

  /// These of the tools, and no others.
  public Subagent withTools(String... names) {
    return new Subagent(
        name, description, instructions, model, List.of(names), denied, turns, start);
  }

  /// Less than what is allowed to the agent that gives it the work.
  public Subagent denying(String... rules) {
    return new Subagent(
        name, description, instructions, model, tools, List.of(rules), turns, start);
  }

  public Subagent maxTurns(int most) {
    return new Subagent(name, description, instructions, model, tools, denied, most, start);
  }

  /// Another start than an empty one.
  public Subagent startingFrom(StartPoint choice) {
    return new Subagent(name, description, instructions, model, tools, denied, turns, choice);
  }
}
