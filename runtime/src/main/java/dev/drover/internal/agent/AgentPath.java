package dev.drover.internal.agent;

import java.util.List;

/// The parents of an agent, derived from its name: `clerk/scout` is a child of `clerk`.
public final class AgentPath {
  static final String SEPARATOR = "/";

  private AgentPath() {}

  /// For people: `scout (asked by clerk)`, and `clerk` for an agent without a parent.
  public static String describe(String agent) {
    if (!agent.contains(SEPARATOR)) {
      return agent;
    }
    var names = List.of(agent.split(SEPARATOR, -1)).reversed();
    return "%s (asked by %s)"
        .formatted(names.getFirst(), String.join(", asked by ", names.subList(1, names.size())));
  }

  /// The number of its parents.
  static int depth(String agent) {
    return agent.split(SEPARATOR, -1).length - 1;
  }

  /// The name of the agent without a parent.
  static String root(String agent) {
    int end = agent.indexOf(SEPARATOR);
    return end < 0 ? agent : agent.substring(0, end);
  }

  /// The name of its parent; empty if it has none.
  static String above(String agent) {
    return agent.substring(0, Math.max(0, agent.lastIndexOf(SEPARATOR)));
  }
}
