package dev.drover.runtime.policy;

import dev.drover.runtime.policy.Deliberation.Minutes;
import java.util.List;

/// Judges one call by a policy and by what people granted. The order is in the description of the
/// package.
public final class PolicyEngine {
  private PolicyEngine() {}

  /// @param grants what people added, for the session or for always: rules, one in a line; a text
  ///   that is no rule grants nothing
  public static Ruling judge(Policy policy, List<String> grants, CallFacts call) {
    return new Deliberation(policy, grants, call, Minutes.NOT_KEPT).ruling();
  }

  /// Why a call gets its decision: what was found in it, which rules are about that, and what
  /// decided; in lines for people.
  public static List<String> explain(Policy policy, List<String> grants, CallFacts call) {
    var deliberation = new Deliberation(policy, grants, call, Minutes.KEPT);
    var ruling = deliberation.ruling();
    return deliberation.minutes(ruling);
  }
}
