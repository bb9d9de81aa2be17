package dev.drover.runtime;

import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.policy.Rule;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds tools that no rule is about: a person is asked about each of their calls, and whoever
/// embeds an agent should know that before the first run waits.
final class UncoveredTools {
  private static final Logger LOG = LoggerFactory.getLogger("dev.drover.runtime.waiting");

  private UncoveredTools() {}

  static void warn(String agent, Policy policy, List<String> tools) {
    var uncovered = tools.stream().filter(tool -> !isCovered(policy, tool)).toList();
    if (policy.otherwise() == Policy.Default.ASK && !uncovered.isEmpty()) {
      LOG.warn(
          "agent '{}': no rule is about {}; each call waits for a person. Add rules with policy,"
              + " answer with Drover.approvals, or deny with whenNobodyAnswers",
          agent,
          String.join(", ", uncovered));
    }
  }

  private static boolean isCovered(Policy policy, String tool) {
    return Stream.of(policy.deny(), policy.ask(), policy.allow())
        .flatMap(List<Rule>::stream)
        .anyMatch(rule -> rule.names(tool));
  }
}
