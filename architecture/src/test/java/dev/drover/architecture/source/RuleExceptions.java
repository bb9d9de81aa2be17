package dev.drover.architecture.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Exceptions to one rule, each subject with its reason.
///
/// An unused exception is a finding itself: a list that only grows weakens its rule.
public record RuleExceptions(Map<String, String> reasons) {

  public RuleExceptions {
    reasons = Map.copyOf(reasons);
  }

  public static RuleExceptions none() {
    return new RuleExceptions(Map.of());
  }

  /// The findings without an exception, and the unused exceptions.
  public List<RuleFinding> judge(List<RuleFinding> found) {
    var left = new ArrayList<RuleFinding>();
    for (var finding : found) {
      if (!reasons.containsKey(finding.subject())) {
        left.add(finding);
      }
    }
    for (var subject : reasons.keySet()) {
      if (found.stream().noneMatch(finding -> finding.subject().equals(subject))) {
        left.add(
            new RuleFinding(subject, "is excepted from the rule and does not need it any more"));
      }
    }
    return left;
  }
}
