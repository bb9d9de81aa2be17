package dev.drover.policy;

import dev.drover.policy.Checker.CallFacts;
import dev.drover.policy.PolicyEvaluation.Explanation;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Judges one call by a policy and by grants. The description of the package has the order.
public final class PolicyEngine {
  private PolicyEngine() {}

  /// @param grants what people granted, for the session or for always: one rule in a line; a text
  ///   that is not a rule grants nothing
  public static PolicyVerdict judge(Policy policy, List<String> grants, CallFacts call) {
    return judge(policy, grants, call, Optional::of);
  }

  /// @param links resolves a path in a shell line, following all links; empty if it cannot be
  ///   resolved
  public static PolicyVerdict judge(
      Policy policy,
      List<String> grants,
      CallFacts call,
      Function<String, Optional<String>> links) {
    return new PolicyEvaluation(policy, grants, call, links, Explanation.NOT_KEPT).verdict();
  }

  /// Explains a decision in lines for people: the parts of the call, the rules that match them, and
  /// the deciding rule.
  public static List<String> explain(Policy policy, List<String> grants, CallFacts call) {
    return explain(policy, grants, call, Optional::of);
  }

  /// As [#explain(Policy, List, CallFacts)], with links followed.
  ///
  /// @param links resolves a path in a shell line, following all links; empty if it cannot be
  ///   resolved
  public static List<String> explain(
      Policy policy,
      List<String> grants,
      CallFacts call,
      Function<String, Optional<String>> links) {
    var deliberation = new PolicyEvaluation(policy, grants, call, links, Explanation.KEPT);
    var ruling = deliberation.verdict();
    return deliberation.explanation(ruling);
  }

  /// The decision about a call.
  ///
  /// @param rule the reason: a rule with its list, as in `deny bash(rm *)` or `granted
  ///   read(=a.txt)`; or `default`, `tool` (the tool requires an approval), `untrusted-and-secret`,
  ///   `sandbox`, `opaque` (code that no rule can read)
  /// @param why for people, naming the part of the call that decided; empty if the call is allowed
  ///   and no explanation was requested
  /// @param grant what an approval for the session, or for always, adds: one rule in a line, which
  ///   together allow no more than what was shown; empty if no approval is needed
  public record PolicyVerdict(Policy.Default action, String rule, String why, String grant) {}
}
