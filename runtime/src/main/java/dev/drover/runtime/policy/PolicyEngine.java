package dev.drover.runtime.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Judges one call by a policy and by what people granted.
public final class PolicyEngine {
  private PolicyEngine() {}

  /// What is to be done with a call, and the rule that says so.
  public record Ruling(Policy.Default action, String rule) {}

  /// @param grants rules that people added, for the session or for always
  public static Ruling judge(Policy policy, List<String> grants, String tool, String subject) {
    var denied = best(policy.deny(), tool, subject);
    if (denied != null) {
      return new Ruling(Policy.Default.DENY, "deny " + denied);
    }
    for (var grant : grants) {
      if (Rule.parse(grant).matches(tool, subject)) {
        return new Ruling(Policy.Default.ALLOW, "granted " + grant);
      }
    }
    var asked = best(policy.ask(), tool, subject);
    var allowed = best(policy.allow(), tool, subject);
    if (asked != null && (allowed == null || asked.specificity() >= allowed.specificity())) {
      return new Ruling(Policy.Default.ASK, "ask " + asked);
    }
    if (allowed != null) {
      return new Ruling(Policy.Default.ALLOW, "allow " + allowed);
    }
    return new Ruling(policy.otherwise(), "default");
  }

  private static @Nullable Rule best(List<Rule> rules, String tool, String subject) {
    Rule best = null;
    for (var rule : rules) {
      if (rule.matches(tool, subject)
          && (best == null || rule.specificity() > best.specificity())) {
        best = rule;
      }
    }
    return best;
  }
}
