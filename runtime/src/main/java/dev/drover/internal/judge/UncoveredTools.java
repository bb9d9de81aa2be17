package dev.drover.internal.judge;

import dev.drover.policy.Policy;
import dev.drover.policy.Rule;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds tools that no rule matches: each of their calls needs an approval, and an embedding
/// program should be warned before the first run waits.
public final class UncoveredTools {
  private static final Logger LOG = LoggerFactory.getLogger("dev.drover.runtime.waiting");

  private UncoveredTools() {}

  public static void warn(String agent, Policy policy, List<String> tools) {
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
