package dev.drover.runtime.policy;

import dev.drover.kernel.Label;
import dev.drover.runtime.policy.Policy.Default;
import dev.drover.runtime.policy.shell.FileUse;
import dev.drover.runtime.policy.shell.Found;
import dev.drover.runtime.policy.shell.ShellLine;
import dev.drover.runtime.policy.shell.Word;
import dev.drover.spi.tool.DataFlow;
import dev.drover.spi.tool.Protection;
import dev.drover.spi.tool.Subject;
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

/// The way from one call to its ruling. Keeps minutes on the way, if somebody wants them: most
/// calls are allowed without anybody asking why, and words cost more than the judgement.
final class Deliberation {
  private final Policy policy;
  private final List<Rule> grants;
  private final CallFacts call;
  private final Function<String, Optional<String>> links;
  private final Minutes keeping;
  private final List<String> minutes;

  /// A part of the call and the subject it belongs to, which is what a person would grant.
  private record Part(Matter matter, String grant) {}

  /// What one part of the call gets.
  private record Finding(Default action, String rule, Supplier<String> why) {}

  enum Minutes {
    KEPT,
    NOT_KEPT
  }

  Deliberation(
      Policy policy,
      List<String> grants,
      CallFacts call,
      Function<String, Optional<String>> links,
      Minutes keeping) {
    this.links = links;
    this.keeping = keeping;
    this.minutes = keeping == Minutes.KEPT ? new ArrayList<>() : List.of();
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
      case KEPT -> minutes.add(line.get());
      case NOT_KEPT -> {}
    }
  }

  private Ruling ruling(Finding finding, String grant) {
    boolean wanted = keeping == Minutes.KEPT || finding.action != Default.ALLOW;
    return new Ruling(finding.action, finding.rule, wanted ? finding.why.get() : "", grant);
  }

  List<String> minutes(Ruling ruling) {
    var all = new ArrayList<>(minutes);
    all.add(
        "decision: %s by %s: %s"
            .formatted(
                ruling.action().name().toLowerCase(Locale.ROOT), ruling.rule(), ruling.why()));
    if (!ruling.grant().isEmpty()) {
      all.add("a yes for more than once would add: " + ruling.grant().replace("\n", ", "));
    }
    return List.copyOf(all);
  }

  Ruling ruling() {
    var parts = parts();
    var denial = denial(parts);
    if (denial != null) {
      return ruling(denial, "");
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
    return ruling(decisive, grant);
  }

  private List<Part> parts() {
    if (call.subjects().isEmpty()) {
      return List.of(new Part(new Matter.Nameless(call.tool()), call.tool()));
    }
    var parts = new ArrayList<Part>();
    for (var subject : call.subjects()) {
      if (subject instanceof Subject.Shell(var text)) {
        shell(ShellLine.read(text), parts);
      } else {
        parts.add(new Part(new Matter.Named(call.tool(), subject), grant(subject).toString()));
      }
    }
    if (parts.isEmpty()) {
      parts.add(new Part(new Matter.Nameless(call.tool()), call.tool()));
    }
    return parts;
  }

  private void shell(ShellLine line, List<Part> parts) {
    var grant = Rule.exactly(call.tool(), line.text()).toString();
    for (var found : line.commands()) {
      if (found instanceof Found.Carrier carrier && !mayRunRestricted(carrier)) {
        continue;
      }
      parts.add(new Part(new Matter.Command(call.tool(), line, found), grant));
    }
    line.files().stream()
        .filter(Matter.Redirection::isFile)
        .flatMap(this::followed)
        .map(use -> new Matter.Redirection(call.tool(), line, use))
        .forEach(matter -> parts.add(new Part(matter, grant)));
    for (var reason : line.opaque()) {
      note(() -> "no pattern allows the line: " + Escapes.of(reason));
    }
  }

  /// The file as it is written, and the file that this leads to: both must pass.
  private Stream<FileUse> followed(FileUse use) {
    if (!(use.target() instanceof Word.Literal(var source, var path))) {
      return Stream.of(use);
    }
    Word target =
        links
            .apply(path)
            .<Word>map(leads -> new Word.Literal(source, leads))
            .orElseGet(() -> new Word.Unknown(source));
    return Stream.of(use, new FileUse(use.source(), use.access(), target)).distinct();
  }

  /// Whether a program that nobody knows gets the name of a program that a rule restricts.
  private boolean mayRunRestricted(Found.Carrier carrier) {
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

  /// Exactly what was shown; of an address the host, since that is whom a person trusts.
  private Rule grant(Subject subject) {
    var host = subject instanceof Subject.Web(var url) ? WebPattern.host(url) : null;
    return host == null
        ? Rule.exactly(call.tool(), Matter.text(subject))
        : new Rule(call.tool(), new Rule.About.Matching(host));
  }

  private @Nullable Finding denial(List<Part> parts) {
    for (var part : parts) {
      var matter = part.matter;
      note(() -> "found %s%s".formatted(matter.part(), kind(matter)));
      var rule = best(policy.deny(), each -> matter.restrictedBy(each) != Match.NO);
      if (rule != null) {
        return new Finding(
            Default.DENY, "deny " + rule, () -> because(matter, rule, "is denied by"));
      }
    }
    if (policy.sandbox() == Policy.Sandbox.REQUIRED
        && call.protection() instanceof Protection.Exposed(var why)) {
      return new Finding(
          Default.DENY,
          "sandbox",
          () ->
              "%s would run without a sandbox, which the policy requires: %s"
                  .formatted(call.tool(), why));
    }
    return null;
  }

  /// What asks whatever is allowed.
  private @Nullable Finding asked(List<Part> parts) {
    var escalation = call.escalation();
    if (escalation != null) {
      return new Finding(Default.ASK, "tool", () -> escalation);
    }
    for (var part : parts) {
      if (part.matter instanceof Matter.Redirection file && file.writesConfiguration()) {
        return new Finding(
            Default.ASK,
            "configuration",
            () -> "%s decides what agents may do".formatted(file.words()));
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

  /// Null if nothing is about it, and nothing needs to be.
  private @Nullable Finding finding(Matter matter) {
    var ask = best(policy.ask(), each -> matter.restrictedBy(each) != Match.NO);
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

  /// A rule that allows does not reach code that nobody has looked into, where other rules forbid
  /// something that the code might do; unless it spells the code out.
  private boolean permits(Matter matter, Rule rule) {
    return matter.permittedBy(rule) && (!isDoubtful(matter) || knowsOfCode(matter, rule));
  }

  private static boolean knowsOfCode(Matter matter, Rule rule) {
    return matter instanceof Matter.Command command && command.knowsOfCode(rule);
  }

  private boolean isDoubtful(Matter matter) {
    return isOpaque(matter)
        && Stream.concat(policy.deny().stream(), policy.ask().stream())
            .anyMatch(rule -> rule.names(call.tool()) && !rule.isUnlimited());
  }

  private static boolean isOpaque(Matter matter) {
    return matter instanceof Matter.Command command && command.isOpaque();
  }

  /// Whether a rule for every line of the tool stops short of what nobody can read.
  private boolean isAlmostAllowed(Matter matter) {
    return isOpaque(matter)
        && policy.allow().stream().anyMatch(rule -> rule.names(call.tool()) && rule.isUnlimited());
  }

  private Finding otherwise(Matter matter) {
    if ((isDoubtful(matter) || isAlmostAllowed(matter)) && policy.otherwise() != Default.DENY) {
      return new Finding(
          Default.ASK,
          "opaque",
          () ->
              "%s%s, and what that does no rule can tell"
                  .formatted(matter.words(), reason(matter)));
    }
    if (call.protection() instanceof Protection.Exposed(var why)
        && policy.otherwise() == Default.ALLOW) {
      return new Finding(
          Default.ASK,
          "sandbox",
          () -> "%s would run without a sandbox: %s".formatted(call.tool(), why));
    }
    return new Finding(
        policy.otherwise(),
        "default",
        () -> "no rule is about %s%s".formatted(matter.words(), reason(matter)));
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

  private static String because(Matter matter, Rule rule, String verb) {
    return "%s%s %s `%s`".formatted(matter.words(), kind(matter), verb, rule);
  }

  /// What is special about a command, for people.
  private static String kind(Matter matter) {
    if (!(matter instanceof Matter.Command(_, _, var found))) {
      return "";
    }
    return switch (found) {
      case Found.Hidden(_, var why) -> " (%s)".formatted(Escapes.of(why));
      case Found.Opaque(_, _, _, _, var why) -> " (%s)".formatted(Escapes.of(why));
      case Found.Carrier _ -> " (a program that may run what it is given)";
      case Found.Plain _, Found.Aspect _ -> "";
    };
  }

  /// Why a command, or the line it stands in, cannot be read.
  private static String reason(Matter matter) {
    var special = kind(matter);
    boolean hidden =
        special.isEmpty()
            && matter instanceof Matter.Command(_, var line, _)
            && !line.opaque().isEmpty();
    return hidden
        ? " (%s)".formatted(Escapes.of(((Matter.Command) matter).line().opaque().getFirst()))
        : special;
  }

  private void noteMatches(
      Matter matter, @Nullable Rule ask, @Nullable Rule allow, @Nullable Rule grant) {
    note(
        () ->
            "%s: ask %s, allow %s, granted %s"
                .formatted(matter.part(), named(ask), named(allow), named(grant)));
  }

  private static String named(@Nullable Rule rule) {
    return rule == null ? "none" : rule.toString();
  }
}
