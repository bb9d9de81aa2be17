package dev.drover.runtime.policy;

import dev.drover.runtime.policy.Deliberation.Minutes;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Judges one call by a policy and by what people granted. The order is in the description of the
/// package.
public final class PolicyEngine {
  private PolicyEngine() {}

  /// @param grants what people added, for the session or for always: rules, one in a line; a text
  ///   that is no rule grants nothing
  public static Ruling judge(Policy policy, List<String> grants, CallFacts call) {
    return judge(policy, grants, call, Optional::of);
  }

  /// @param links where a path in a line of the shell leads, with all links followed; empty if that
  ///   cannot be found out
  public static Ruling judge(
      Policy policy,
      List<String> grants,
      CallFacts call,
      Function<String, Optional<String>> links) {
    return new Deliberation(policy, grants, call, links, Minutes.NOT_KEPT).ruling();
  }

  /// Why a call gets its decision: what was found in it, which rules are about that, and what
  /// decided; in lines for people.
  public static List<String> explain(Policy policy, List<String> grants, CallFacts call) {
    return explain(policy, grants, call, Optional::of);
  }

  /// As [#explain(Policy, List, CallFacts)], with links followed.
  ///
  /// @param links where a path in a line of the shell leads, with all links followed; empty if that
  ///   cannot be found out
  public static List<String> explain(
      Policy policy,
      List<String> grants,
      CallFacts call,
      Function<String, Optional<String>> links) {
    var deliberation = new Deliberation(policy, grants, call, links, Minutes.KEPT);
    var ruling = deliberation.ruling();
    return deliberation.minutes(ruling);
  }
}
