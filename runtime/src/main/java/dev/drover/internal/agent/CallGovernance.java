package dev.drover.internal.agent;

import dev.drover.hook.HookRegistry;
import dev.drover.internal.foreign.ForeignChecker;
import dev.drover.kernel.message.CallTerms.ApprovalTerms;
import dev.drover.policy.Policy;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What decides about an agent's calls: rules, the host's checker, people, and hooks.
///
/// @param unanswered what happens to a call that needs an approval
/// @param hooks may change at any time
public record CallGovernance(
    Policy policy,
    @Nullable ForeignChecker checker,
    ApprovalTerms answerers,
    UnansweredAction unanswered,
    HookRegistry hooks) {
  private static final String CHECKER = "checker ";

  /// The journaled form: the policy of a run is read from there again.
  public String text() {
    return checker == null ? policy.text() : policy.text() + CHECKER + checker.name() + "\n";
  }

  /// Returns this with more deny rules.
  CallGovernance denying(List<String> rules) {
    return rules.isEmpty()
        ? this
        : new CallGovernance(
            policy.denying(rules.toArray(String[]::new)), checker, answerers, unanswered, hooks);
  }

  /// Returns this with other rules and the same people and hooks.
  CallGovernance with(Policy other) {
    return new CallGovernance(other, checker, answerers, unanswered, hooks);
  }

  /// Parses the rules in a text written by [#text].
  public static Policy policyIn(String text) {
    var rules = new StringBuilder();
    text.lines()
        .filter(line -> !line.startsWith(CHECKER))
        .forEach(line -> rules.append(line).append('\n'));
    return Policy.parse(rules.toString());
  }

  /// The name of the checker in a text written by [#text].
  static Optional<String> checkerIn(String text) {
    return text.lines()
        .filter(line -> line.startsWith(CHECKER))
        .map(line -> line.substring(CHECKER.length()))
        .findFirst();
  }

  /// The name of the checker that the session was created with, if it is missing here.
  public Optional<String> missing(String journaled) {
    return checkerIn(journaled).filter(name -> checker == null || !checker.name().equals(name));
  }
}
