package dev.drover.policy;

import dev.drover.kernel.value.Label;
import dev.drover.policy.Checker.CallFacts;
import dev.drover.policy.Policy.Default;
import dev.drover.policy.PolicyEngine.PolicyVerdict;
import dev.drover.shell.FileUse;
import dev.drover.shell.FoundCommand;
import dev.drover.shell.ShellLine;
import dev.drover.shell.ShellWord;
import dev.drover.spi.tool.AgentTool.DataFlow;
import dev.drover.spi.tool.AgentTool.ToolIsolation;
import dev.drover.spi.tool.CallSubject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The evaluation of one call. Records an explanation only on request: most calls are allowed
/// without one, and building the texts costs more than the evaluation.
final class PolicyEvaluation {
  private final Policy policy;
  private final List<Rule> grants;
  private final CallFacts call;
  private final Function<String, Optional<String>> links;
  private final Explanation keeping;
  private final List<String> explanation;

  /// A part of the call and the grant that an approval of its subject would add.
  private record Part(PolicySubject matter, String grant) {}

  /// The result for one part of the call.
  private record Finding(Default action, String rule, Supplier<String> why) {}

  enum Explanation {
    KEPT,
    NOT_KEPT
  }

  PolicyEvaluation(
      Policy policy,
      List<String> grants,
      CallFacts call,
      Function<String, Optional<String>> links,
      Explanation keeping) {
    this.links = links;
    this.keeping = keeping;
    this.explanation = keeping == Explanation.KEPT ? new ArrayList<>() : List.of();
    this.policy = policy;
    this.call = call;
    this.grants =
        grants.isEmpty()
            ? List.of()
            : grants.stream().flatMap(String::lines).flatMap(this::granted).toList();
  }

  private Stream<Rule> granted(String text) {
    try {
      return Stream.of(Rule.parse(text));
    } catch (IllegalArgumentException malformed) {
      note(() -> "the grant '%s' is no rule and grants nothing".formatted(text));
      return Stream.empty();
    }
  }

  private void note(Supplier<String> line) {
    switch (keeping) {
      case KEPT -> explanation.add(line.get());
      case NOT_KEPT -> {}
    }
  }

  private PolicyVerdict verdict(Finding finding, String grant) {
    boolean wanted = keeping == Explanation.KEPT || finding.action != Default.ALLOW;
    return new PolicyVerdict(finding.action, finding.rule, wanted ? finding.why.get() : "", grant);
  }

  List<String> explanation(PolicyVerdict ruling) {
    var all = new ArrayList<>(explanation);
    all.add(
        "decision: %s by %s: %s"
            .formatted(
                ruling.action().name().toLowerCase(Locale.ROOT), ruling.rule(), ruling.why()));
    if (!ruling.grant().isEmpty()) {
      all.add("a yes for more than once would add: " + ruling.grant().replace("\n", ", "));
    }
    return List.copyOf(all);
  }

  PolicyVerdict verdict() {
    var parts = parts();
    var denial = denial(parts);
    if (denial != null) {
      return verdict(denial, "");
    }
    var first = asked(parts);
    var open = Set.<String>of();
    Finding strictest = null;
    for (var part : parts) {
      var finding = finding(part.matter);
      if (first != null || (finding != null && finding.action == Default.ASK)) {
        open = open.isEmpty() ? new LinkedHashSet<>() : open;
        open.add(part.grant);
      }
      if (strictest == null
          || (finding != null && finding.action.compareTo(strictest.action) > 0)) {
        strictest = finding;
      }
    }
    var decisive = first != null || strictest == null ? first : strictest;
    if (decisive == null) {
      throw new IllegalStateException("a call of %s has no parts".formatted(call.tool()));
    }
    var grant = decisive.action == Default.ASK ? String.join("\n", open) : "";
    return verdict(decisive, grant);
  }

  private List<Part> parts() {
    if (call.subjects().isEmpty()) {
      return List.of(new Part(new PolicySubject.WholeCall(call.tool()), call.tool()));
    }
    var parts = new ArrayList<Part>();
    for (var subject : call.subjects()) {
      if (subject instanceof CallSubject.Shell(var text)) {
        shell(ShellLine.read(text), parts);
      } else {
        parts.add(
            new Part(
                new PolicySubject.SubjectCall(call.tool(), subject), grant(subject).toString()));
      }
    }
    if (parts.isEmpty()) {
      parts.add(new Part(new PolicySubject.WholeCall(call.tool()), call.tool()));
    }
    return parts;
  }

  private void shell(ShellLine line, List<Part> parts) {
    var grant = Rule.exactly(call.tool(), line.text()).toString();
    for (var found : line.commands()) {
      if (found instanceof FoundCommand.Executor carrier && !mayRunRestricted(carrier)) {
        continue;
      }
      parts.add(new Part(new PolicySubject.Command(call.tool(), line, found), grant));
    }
    line.files().stream()
        .filter(PolicySubject.Redirection::isFile)
        .flatMap(this::followed)
        .map(use -> new PolicySubject.Redirection(call.tool(), line, use))
        .forEach(matter -> parts.add(new Part(matter, grant)));
    for (var reason : line.opaque()) {
      note(() -> "no pattern allows the line: " + RuleEscapes.of(reason));
    }
  }

  /// The path as written, and the resolved path: both must pass.
  private Stream<FileUse> followed(FileUse use) {
    if (!(use.target() instanceof ShellWord.Literal(var source, var path))) {
      return Stream.of(use);
    }
    ShellWord target =
        links
            .apply(path)
            .<ShellWord>map(leads -> new ShellWord.Literal(source, leads))
            .orElseGet(() -> new ShellWord.Unknown(source));
    return Stream.of(use, new FileUse(use.source(), use.access(), target)).distinct();
  }

  /// Whether an unknown program receives the name of a program that a rule restricts as an
  /// argument.
  private boolean mayRunRestricted(FoundCommand.Executor carrier) {
    return patterns().anyMatch(pattern -> ShellPattern.occursIn(pattern, carrier.carried()));
  }

  /// The patterns of the rules that restrict lines of this tool.
  private Stream<String> patterns() {
    return Stream.concat(policy.deny().stream(), policy.ask().stream())
        .filter(rule -> rule.names(call.tool()) && !rule.isUnlimited())
        .map(Rule::about)
        .filter(Rule.About.Matching.class::isInstance)
        .map(about -> ((Rule.About.Matching) about).pattern());
  }

  /// Grants exactly the shown text; for an address its host, because that is what a person trusts.
  private Rule grant(CallSubject subject) {
    var host = subject instanceof CallSubject.Web(var url) ? WebPattern.host(url) : null;
    return host == null
        ? Rule.exactly(call.tool(), PolicySubject.text(subject))
        : new Rule(call.tool(), new Rule.About.Matching(host));
  }

  private @Nullable Finding denial(List<Part> parts) {
    for (var part : parts) {
      var matter = part.matter;
      note(() -> "found %s%s".formatted(matter.part(), kind(matter)));
      var rule = best(policy.deny(), each -> matter.restrictedBy(each) != RuleMatch.NO);
      if (rule != null) {
        return new Finding(
            Default.DENY, "deny " + rule, () -> because(matter, rule, "is denied by"));
      }
    }
    if (policy.sandbox() == Policy.Sandbox.REQUIRED
        && call.protection() instanceof ToolIsolation.Exposed(var why)) {
      return new Finding(
          Default.DENY,
          "sandbox",
          () ->
              "%s would run without a sandbox, which the policy requires: %s"
                  .formatted(call.tool(), why));
    }
    return null;
  }

  /// Reasons to ask that no allow rule overrides.
  private @Nullable Finding asked(List<Part> parts) {
    var escalation = call.escalation();
    if (escalation != null) {
      return new Finding(Default.ASK, "tool", () -> escalation);
    }
    for (var part : parts) {
      if (part.matter instanceof PolicySubject.Redirection file && file.writesConfiguration()) {
        return new Finding(
            Default.ASK,
            "configuration",
            () -> "%s decides what agents may do".formatted(file.describe()));
      }
    }
    boolean leaves = call.flow().reach() == DataFlow.Reach.LEAVES;
    if (policy.flow() == Policy.Flow.GUARDED
        && leaves
        && call.seen().containsAll(Set.of(Label.UNTRUSTED, Label.SECRET))) {
      return new Finding(
          Default.ASK,
          "untrusted-and-secret",
          () ->
              "%s can carry data out, and this session has seen both untrusted and secret data"
                  .formatted(call.tool()));
    }
    return null;
  }

  /// Null if no rule matches and no permission is needed.
  private @Nullable Finding finding(PolicySubject matter) {
    var ask = best(policy.ask(), each -> matter.restrictedBy(each) != RuleMatch.NO);
    var allow = best(policy.allow(), each -> permits(matter, each));
    var grant = best(grants, each -> permits(matter, each));
    noteMatches(matter, ask, allow, grant);
    if (grant != null && isAtLeast(grant, ask) && isAtLeast(grant, allow)) {
      return new Finding(
          Default.ALLOW, "granted " + grant, () -> because(matter, grant, "was granted by"));
    }
    if (ask != null && isAtLeast(ask, allow)) {
      return new Finding(
          Default.ASK, "ask " + ask, () -> because(matter, ask, "must be asked about by"));
    }
    if (allow != null) {
      return new Finding(
          Default.ALLOW, "allow " + allow, () -> because(matter, allow, "is allowed by"));
    }
    return matter.needsPermission() ? otherwise(matter) : null;
  }

  /// An allow rule does not cover code that cannot be read, where other rules restrict something
  /// that the code might do, unless the rule spells the code out.
  private boolean permits(PolicySubject matter, Rule rule) {
    return matter.permittedBy(rule) && (!isDoubtful(matter) || knowsOfCode(matter, rule));
  }

  private static boolean knowsOfCode(PolicySubject matter, Rule rule) {
    return matter instanceof PolicySubject.Command command && command.knowsOfCode(rule);
  }

  private boolean isDoubtful(PolicySubject matter) {
    return isOpaque(matter)
        && Stream.concat(policy.deny().stream(), policy.ask().stream())
            .anyMatch(rule -> rule.names(call.tool()) && !rule.isUnlimited());
  }

  private static boolean isOpaque(PolicySubject matter) {
    return matter instanceof PolicySubject.Command command && command.isOpaque();
  }

  /// Whether a rule that allows every line of the tool does not apply because the line cannot be
  /// read.
  private boolean isAlmostAllowed(PolicySubject matter) {
    return isOpaque(matter)
        && policy.allow().stream().anyMatch(rule -> rule.names(call.tool()) && rule.isUnlimited());
  }

  private Finding otherwise(PolicySubject matter) {
    if ((isDoubtful(matter) || isAlmostAllowed(matter)) && policy.otherwise() != Default.DENY) {
      return new Finding(
          Default.ASK,
          "opaque",
          () ->
              "%s%s, and what that does no rule can tell"
                  .formatted(matter.describe(), reason(matter)));
    }
    if (call.protection() instanceof ToolIsolation.Exposed(var why)
        && policy.otherwise() == Default.ALLOW) {
      return new Finding(
          Default.ASK,
          "sandbox",
          () -> "%s would run without a sandbox: %s".formatted(call.tool(), why));
    }
    return new Finding(
        policy.otherwise(),
        "default",
        () -> "no rule is about %s%s".formatted(matter.describe(), reason(matter)));
  }

  private static @Nullable Rule best(List<Rule> rules, Predicate<Rule> applies) {
    Rule best = null;
    for (var rule : rules) {
      if (applies.test(rule)
          && (best == null || rule.specificity().compareTo(best.specificity()) > 0)) {
        best = rule;
      }
    }
    return best;
  }

  private static boolean isAtLeast(Rule rule, @Nullable Rule other) {
    return other == null || rule.specificity().compareTo(other.specificity()) >= 0;
  }

  private static String because(PolicySubject matter, Rule rule, String verb) {
    return "%s%s %s `%s`".formatted(matter.describe(), kind(matter), verb, rule);
  }

  /// The special property of a command, for people.
  private static String kind(PolicySubject matter) {
    if (!(matter instanceof PolicySubject.Command(_, _, var found))) {
      return "";
    }
    return switch (found) {
      case FoundCommand.Hidden(_, var why) -> " (%s)".formatted(RuleEscapes.of(why));
      case FoundCommand.Opaque(_, _, _, _, var why) -> " (%s)".formatted(RuleEscapes.of(why));
      case FoundCommand.Executor _ -> " (a program that may run what it is given)";
      case FoundCommand.Plain _, FoundCommand.Variant _ -> "";
    };
  }

  /// Why a command, or its line, cannot be read.
  private static String reason(PolicySubject matter) {
    var special = kind(matter);
    boolean hidden =
        special.isEmpty()
            && matter instanceof PolicySubject.Command(_, var line, _)
            && !line.opaque().isEmpty();
    return hidden
        ? " (%s)"
            .formatted(RuleEscapes.of(((PolicySubject.Command) matter).line().opaque().getFirst()))
        : special;
  }

  private void noteMatches(
      PolicySubject matter, @Nullable Rule ask, @Nullable Rule allow, @Nullable Rule grant) {
    note(
        () ->
            "%s: ask %s, allow %s, granted %s"
                .formatted(matter.part(), named(ask), named(allow), named(grant)));
  }

  private static String named(@Nullable Rule rule) {
    return rule == null ? "none" : rule.toString();
  }
}
