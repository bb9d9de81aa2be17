package dev.drover.runtime.agent;

import java.util.List;

/// Who works for whom, read from an agent's name: `clerk/scout` works for `clerk`.
public final class Lineage {
  static final String SEPARATOR = "/";

  private Lineage() {}

  /// For people: `scout (asked by clerk)`, and `clerk` for one that nobody has asked.
  public static String told(String agent) {
    if (!agent.contains(SEPARATOR)) {
      return agent;
    }
    var names = List.of(agent.split(SEPARATOR, -1)).reversed();
    return "%s (asked by %s)"
        .formatted(names.getFirst(), String.join(", asked by ", names.subList(1, names.size())));
  }

  /// How many stand above it.
  static int depth(String agent) {
    return agent.split(SEPARATOR, -1).length - 1;
  }

  /// The name of the one above it; empty if nobody is.
  static String above(String agent) {
    return agent.substring(0, Math.max(0, agent.lastIndexOf(SEPARATOR)));
  }
}
