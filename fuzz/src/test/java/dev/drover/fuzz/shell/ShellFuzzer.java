package dev.drover.fuzz.shell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// Compares the lines that a judge allows with their effects in bash.
///
/// Each line is first judged by every [GuardedPolicy], and only run if one of them allows it: a
/// line that requires approval or is denied cannot reveal a hole. So most lines cost only the
/// judgement.
final class ShellFuzzer {
  private static final int BATCH = 500;
  private static final int MOST_FINDINGS = 3;

  /// Batches of shorter lines; the last character is not worth a minute.
  private static final int MOST_SHRINKING_RUNS = 80;

  private final BiPredicate<GuardedPolicy, String> allows;
  private final TripwireSandbox sandbox;
  private final List<Finding> findings = new ArrayList<>();
  private final Map<GuardedPolicy, Integer> allowedBy = new TreeMap<>();
  private int generated;
  private int allowed;
  private int tripped;

  /// @param allows whether a policy allows a line
  ShellFuzzer(BiPredicate<GuardedPolicy, String> allows, TripwireSandbox sandbox) {
    this.allows = allows;
    this.sandbox = sandbox;
  }

  /// An allowed line with an effect that the policy forbids.
  record Finding(GuardedPolicy policy, String line, String violation, String shrunk) {
    @Override
    public String toString() {
      return "%s allows `%s`, which %s (generated as `%s`)"
          .formatted(policy, ShellText.encoded(shrunk), violation, ShellText.encoded(line));
    }
  }

  /// @param generated number of judged lines
  /// @param allowed number of lines that some policy allows
  /// @param tripped number of lines that started a program or wrote a file
  record Report(
      int generated,
      int allowed,
      int tripped,
      Map<GuardedPolicy, Integer> allowedBy,
      List<Finding> findings) {}

  /// Judges this many lines, runs the allowed ones, and stops early after enough findings.
  Report run(Supplier<String> lines, int count) {
    var known = new HashSet<String>();
    var batch = new ArrayList<Allowed>();
    for (int i = 0; i < count && findings.size() < MOST_FINDINGS; i++) {
      var line = lines.get();
      generated++;
      var policies = policies(line);
      if (policies.isEmpty()) {
        continue;
      }
      allowed++;
      policies.forEach(policy -> allowedBy.merge(policy, 1, Integer::sum));
      if (known.add(line)) {
        batch.add(new Allowed(line, policies));
      }
      if (batch.size() == BATCH) {
        compare(batch);
        batch.clear();
      }
    }
    compare(batch);
    return new Report(generated, allowed, tripped, allowedBy, List.copyOf(findings));
  }

  private record Allowed(String line, Set<GuardedPolicy> policies) {}

  private Set<GuardedPolicy> policies(String line) {
    var policies = EnumSet.noneOf(GuardedPolicy.class);
    for (var policy : GuardedPolicy.values()) {
      if (allows.test(policy, line)) {
        policies.add(policy);
      }
    }
    return policies;
  }

  private void compare(List<Allowed> batch) {
    var traces = sandbox.run(batch.stream().map(Allowed::line).toList());
    for (int i = 0; i < batch.size(); i++) {
      var trace = traces.get(i);
      if (!trace.programs().isEmpty() || !trace.files().isEmpty()) {
        tripped++;
      }
      for (var policy : batch.get(i).policies()) {
        if (findings.size() < MOST_FINDINGS && policy.violation(trace).isPresent()) {
          keep(policy, batch.get(i).line());
        }
      }
    }
  }

  private void keep(GuardedPolicy policy, String line) {
    var shrunk = shrunk(policy, line);
    if (findings.stream().noneMatch(finding -> finding.shrunk().equals(shrunk))) {
      var violation = policy.violation(sandbox.run(List.of(shrunk)).getFirst());
      findings.add(new Finding(policy, line, violation.orElse("did so once"), shrunk));
    }
  }

  /// Removes words, then characters, in ever smaller pieces, as long as the rest still shows the
  /// hole. All pieces of one size are tried at once, since a batch costs little more than a line.
  private String shrunk(GuardedPolicy policy, String line) {
    var least = line;
    int runs = 0;
    for (var split :
        List.<Function<String, List<String>>>of(LineMutations::tokens, ShellFuzzer::characters)) {
      int size = Math.max(1, split.apply(least).size() / 2);
      while (size > 0 && runs++ < MOST_SHRINKING_RUNS) {
        var shorter = shortest(policy, without(split.apply(least), size));
        least = shorter.orElse(least);
        size = shorter.isPresent() ? size : size / 2;
      }
    }
    return least;
  }

  private static Set<String> without(List<String> pieces, int size) {
    var candidates = new LinkedHashSet<String>();
    for (int from = 0; from < pieces.size(); from += size) {
      int to = Math.min(pieces.size(), from + size);
      candidates.add(
          String.join("", pieces.subList(0, from))
              + String.join("", pieces.subList(to, pieces.size())));
    }
    return candidates;
  }

  private Optional<String> shortest(GuardedPolicy policy, Set<String> candidates) {
    var still = candidates.stream().filter(line -> allows.test(policy, line)).toList();
    if (still.isEmpty()) {
      return Optional.empty();
    }
    var traces = sandbox.run(still);
    return IntStream.range(0, still.size())
        .filter(i -> policy.violation(traces.get(i)).isPresent())
        .mapToObj(still::get)
        .min(Comparator.comparingInt(String::length));
  }

  private static List<String> characters(String line) {
    return line.codePoints().mapToObj(Character::toString).toList();
  }
}
