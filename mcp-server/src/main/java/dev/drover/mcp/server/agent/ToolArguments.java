package dev.drover.mcp.server.agent;

import dev.drover.mcp.server.agent.AgentRuns.CallProblem;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Reads the arguments of a call. What is wrong with them is said to the model, which can correct
/// it.
record ToolArguments(ObjectNode json) {
  void requireKnown(Set<String> names) throws CallProblem {
    for (var name : json.propertyNames()) {
      if (!names.contains(name)) {
        throw malformed("there is no argument '%s'".formatted(name), "Use " + names + ".");
      }
    }
  }

  String text(String name) throws CallProblem {
    var text = optional(name);
    if (text == null) {
      throw malformed("the argument '%s' is missing".formatted(name), "Give it as a text.");
    }
    return text;
  }

  @Nullable String optional(String name) throws CallProblem {
    var value = json.get(name);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isString() || value.asString().isBlank()) {
      throw malformed(
          "the argument '%s' must be a text that is not blank".formatted(name), "Correct it.");
    }
    return value.asString();
  }

  private static CallProblem malformed(String detail, String remedy) {
    return new CallProblem("argument_malformed", "Wrong argument", detail, remedy);
  }
}
