package dev.drover.internal.judge;

import dev.drover.internal.redact.SecretPaths;
import dev.drover.policy.Checker.CallFacts;
import dev.drover.policy.Policy;
import dev.drover.policy.Policy.Default;
import dev.drover.policy.PolicyEngine;
import dev.drover.policy.Rule;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.ToolInvocation.FileAccess;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The rules about files for one call. A file is judged as a call of `read` would be, and as a call
/// of the tool itself on that file would be.
///
/// Only rules that name files count: rules for every call of a tool, and the default, were already
/// applied when the call itself was judged.
public final class PolicyFileAccess implements FileAccess {
  private static final String READ = "read";

  private final Policy policy;
  private final List<String> grants;
  private final List<String> tools;
  private final Set<String> asked;
  private volatile boolean hasShownSecret;

  /// @param asked files that were part of the approval of the call
  public PolicyFileAccess(Policy policy, List<String> grants, String tool, Set<String> asked) {
    this.policy = policy;
    this.grants = List.copyOf(grants);
    this.asked = Set.copyOf(asked);
    // Most policies restrict few tools, and a search visits many files.
    this.tools = Stream.of(READ, tool).distinct().filter(each -> restricts(policy, each)).toList();
  }

  private static boolean restricts(Policy policy, String tool) {
    return Stream.concat(policy.deny().stream(), policy.ask().stream())
        .anyMatch(rule -> rule.names(tool));
  }

  @Override
  public Answer check(String path) {
    var strictest = Answer.YES;
    for (var tool : tools) {
      var answer = ask(tool, path);
      strictest = answer.compareTo(strictest) > 0 ? answer : strictest;
    }
    return strictest == Answer.NOT_ASKED && asked.contains(path) ? Answer.YES : strictest;
  }

  private Answer ask(String tool, String path) {
    var ruling = PolicyEngine.judge(policy, grants, CallFacts.of(tool, new CallSubject.File(path)));
    if (ruling.action() == Default.DENY && ruling.rule().startsWith("deny ")) {
      return Answer.NO;
    }
    boolean byRule = ruling.action() == Default.ASK && ruling.rule().startsWith("ask ");
    return byRule && !Rule.parse(ruling.rule().substring("ask ".length())).isUnlimited()
        ? Answer.NOT_ASKED
        : Answer.YES;
  }

  @Override
  public void recordShown(String path) {
    if (!hasShownSecret && SecretPaths.isSecret(path)) {
      hasShownSecret = true;
    }
  }

  /// Whether content of a file was shown that is likely to contain secrets.
  public boolean hasShownSecret() {
    return hasShownSecret;
  }
}
