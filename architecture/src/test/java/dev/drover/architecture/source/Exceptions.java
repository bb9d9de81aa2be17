package dev.drover.architecture.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Exceptions to one rule, each subject with its reason.
///
/// An exception that nobody needs any more is a finding itself: a list that only grows is a rule
/// that fades.
public record Exceptions(Map<String, String> reasons) {

  public Exceptions {
    reasons = Map.copyOf(reasons);
  }

  public static Exceptions none() {
    return new Exceptions(Map.of());
  }

  /// The findings that no exception covers, and the exceptions that cover nothing.
  public List<Finding> judge(List<Finding> found) {
    var left = new ArrayList<Finding>();
    for (var finding : found) {
      if (!reasons.containsKey(finding.subject())) {
        left.add(finding);
      }
    }
    for (var subject : reasons.keySet()) {
      if (found.stream().noneMatch(finding -> finding.subject().equals(subject))) {
        left.add(new Finding(subject, "is excepted from the rule and does not need it any more"));
      }
    }
    return left;
  }
}
