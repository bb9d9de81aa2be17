package dev.drover.runtime.perform;

import dev.drover.runtime.policy.CallFacts;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.policy.Policy.Default;
import dev.drover.runtime.policy.PolicyEngine;
import dev.drover.runtime.policy.Rule;
import dev.drover.spi.secret.SecretPaths;
import dev.drover.spi.tool.FileAccess;
import dev.drover.spi.tool.Subject;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The rules about files for one call. A file is judged as a call of `read` would be, and as a call
/// of the tool itself on that file would be.
///
/// Only rules that name files count: a rule for every call of a tool, and what holds where there is
/// no rule, have been heard when the call itself was judged.
final class PolicyFileAccess implements FileAccess {
  private static final String READ = "read";

  private final Policy policy;
  private final List<String> grants;
  private final List<String> tools;
  private final Set<String> asked;
  private volatile boolean hasShownSecret;

  /// @param asked files that a person was asked about when the call was judged
  PolicyFileAccess(Policy policy, List<String> grants, String tool, Set<String> asked) {
    this.policy = policy;
    this.grants = List.copyOf(grants);
    this.asked = Set.copyOf(asked);
    // Most policies are about few tools, and a search meets many files.
    this.tools = Stream.of(READ, tool).distinct().filter(each -> restricts(policy, each)).toList();
  }

  private static boolean restricts(Policy policy, String tool) {
    return Stream.concat(policy.deny().stream(), policy.ask().stream())
        .anyMatch(rule -> rule.names(tool));
  }

  @Override
  public Answer ask(String path) {
    var strictest = Answer.YES;
    for (var tool : tools) {
      var answer = ask(tool, path);
      strictest = answer.compareTo(strictest) > 0 ? answer : strictest;
    }
    return strictest == Answer.NOT_ASKED && asked.contains(path) ? Answer.YES : strictest;
  }

  private Answer ask(String tool, String path) {
    var ruling = PolicyEngine.judge(policy, grants, CallFacts.of(tool, new Subject.File(path)));
    if (ruling.action() == Default.DENY && ruling.rule().startsWith("deny ")) {
      return Answer.NO;
    }
    boolean byRule = ruling.action() == Default.ASK && ruling.rule().startsWith("ask ");
    return byRule && !Rule.parse(ruling.rule().substring("ask ".length())).isUnlimited()
        ? Answer.NOT_ASKED
        : Answer.YES;
  }

  @Override
  public void shown(String path) {
    if (!hasShownSecret && SecretPaths.isSecret(path)) {
      hasShownSecret = true;
    }
  }

  /// Whether something of a file was shown that tends to hold secrets.
  boolean hasShownSecret() {
    return hasShownSecret;
  }
}
