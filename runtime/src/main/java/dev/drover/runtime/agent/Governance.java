package dev.drover.runtime.agent;

import dev.drover.kernel.Answerers;
import dev.drover.runtime.foreign.ForeignChecker;
import dev.drover.runtime.hook.Hooks;
import dev.drover.runtime.policy.Policy;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who decides about an agent's calls: rules, the host's own checker, people, and hooks.
///
/// @param unanswered what becomes of a call that people must be asked about
/// @param hooks may change at any time
public record Governance(
    Policy policy,
    @Nullable ForeignChecker checker,
    Answerers answerers,
    Unanswered unanswered,
    Hooks hooks) {
  private static final String CHECKER = "checker ";

  /// As it is journaled: what holds for a run is read from there again.
  public String text() {
    return checker == null ? policy.text() : policy.text() + CHECKER + checker.name() + "\n";
  }

  /// The same, and more that is refused.
  Governance denying(List<String> rules) {
    return rules.isEmpty()
        ? this
        : new Governance(
            policy.denying(rules.toArray(String[]::new)), checker, answerers, unanswered, hooks);
  }

  /// The same people and hooks, under other rules.
  Governance with(Policy other) {
    return new Governance(other, checker, answerers, unanswered, hooks);
  }

  /// The rules in what [#text] wrote.
  static Policy policyIn(String text) {
    var rules = new StringBuilder();
    text.lines()
        .filter(line -> !line.startsWith(CHECKER))
        .forEach(line -> rules.append(line).append('\n'));
    return Policy.parse(rules.toString());
  }

  /// The name of the checker in what [#text] wrote.
  static Optional<String> checkerIn(String text) {
    return text.lines()
        .filter(line -> line.startsWith(CHECKER))
        .map(line -> line.substring(CHECKER.length()))
        .findFirst();
  }

  /// The checker that a session was watched by and that is missing here, if one is.
  Optional<String> missing(String journaled) {
    return checkerIn(journaled).filter(name -> checker == null || !checker.name().equals(name));
  }
}
