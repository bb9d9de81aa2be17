package dev.drover.fuzz.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.drover.fuzz.ScratchFolder;
import dev.drover.fuzz.shell.ShellFuzzer.Report;
import dev.drover.policy.Checker.CallFacts;
import dev.drover.policy.Policy;
import dev.drover.policy.PolicyEngine;
import dev.drover.spi.tool.CallSubject;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Compares the lines that a policy allows with their effects in bash.
///
/// `-Dfuzz.shell.seed=7 -Dfuzz.shell.lines=100000` tests other lines than the default build.
@Tag("E1")
@Tag("E2")
final class ShellPolicyFuzzTest {
  private static final long SEED = Long.getLong("fuzz.shell.seed", 17);
  private static final int LINES = Integer.getInteger("fuzz.shell.lines", 4_000);
  private static final int MANY_LINES = 1_000_000;
  private static final int PROCESSES = 2;

  /// The minimum percentage of generated lines that must be allowed: otherwise a judge that
  /// requires approval for everything would pass.
  private static final int LEAST_ALLOWED = 15;

  private static final List<String> KEPT = SeedShellLines.all();

  @BeforeAll
  static void requireSandbox() {
    var unavailableReason = TripwireSandbox.unavailableReason(ScratchFolder.folder());
    assumeTrue(unavailableReason.isEmpty(), unavailableReason.orElse(""));
  }

  @Test
  void anAllowedLineHasNoForbiddenEffect() {
    assertNoFindings(SEED, LINES);
  }

  @Test
  @Tag("long")
  @Timeout(3_600)
  void noneOfAMillionAllowedLinesHasAForbiddenEffect() {
    assertNoFindings(SEED + PROCESSES, MANY_LINES);
  }

  /// One seed for each process, because a sandbox runs one line at a time.
  private static void assertNoFindings(long seed, int lines) {
    int share = lines / PROCESSES;
    var reports =
        LongStream.range(seed, seed + PROCESSES)
            .parallel()
            .mapToObj(each -> run(ShellPolicyFuzzTest::engineAllows, each, share))
            .toList();
    for (var report : reports) {
      assertThat(report.findings()).as(describe(report)).isEmpty();
      assertMeaningful(report, share);
    }
  }

  @Test
  void aJudgeThatChecksOnlyTheFirstWordIsDetected() {
    BiPredicate<GuardedPolicy, String> firstWord =
        (policy, line) -> policy == GuardedPolicy.NO_RM && !line.startsWith("rm");
    var report = run(firstWord, SEED, 500);
    assertThat(report.findings())
        .isNotEmpty()
        .allSatisfy(finding -> assertThat(finding.violation()).contains("/bin/rm"))
        .anySatisfy(finding -> assertThat(finding.shrunk()).hasSizeLessThan(8));
  }

  @Test
  void aJudgeThatIgnoresRedirectionsIsDetected() {
    BiPredicate<GuardedPolicy, String> ignoresRedirections =
        (policy, line) ->
            policy == GuardedPolicy.FEW
                && engineAllows(policy, line.replaceAll("[0-9]*>>?\\|? ?[a-z/]+", ""));
    var report = run(ignoresRedirections, SEED, 3_000);
    assertThat(report.findings())
        .anySatisfy(
            finding -> {
              assertThat(finding.violation()).startsWith("wrote ");
              assertThat(finding.shrunk()).hasSizeLessThan(8);
            });
  }

  @Test
  void theSameSeedYieldsTheSameLines() {
    var lines = ShellLines.first(50, 1, KEPT);
    assertThat(ShellLines.first(50, 1, KEPT)).isEqualTo(lines);
    assertThat(ShellLines.first(50, 2, KEPT)).isNotEqualTo(lines);
  }

  private static boolean engineAllows(GuardedPolicy policy, String line) {
    var call = CallFacts.of("bash", new CallSubject.Shell(line));
    return PolicyEngine.judge(policy.policy(), List.of(), call).action() == Policy.Default.ALLOW;
  }

  private static Report run(BiPredicate<GuardedPolicy, String> allows, long seed, int lines) {
    var fuzzer = new ShellFuzzer(allows, new TripwireSandbox(ScratchFolder.folder()));
    return fuzzer.run(new ShellLines(seed, KEPT), lines);
  }

  private static void assertMeaningful(Report report, int lines) {
    assertThat(report.generated()).isEqualTo(lines);
    assertThat(report.allowed() * 100L / lines).as(describe(report)).isGreaterThan(LEAST_ALLOWED);
    assertThat(report.allowedBy()).as(describe(report)).containsOnlyKeys(GuardedPolicy.values());
    assertThat(report.tripped() * 100L / report.allowed())
        .as(describe(report))
        .isGreaterThan(LEAST_ALLOWED);
  }

  private static String describe(Report report) {
    return "%d lines, %d allowed %s, %d of them started or wrote something; found:%n%s"
        .formatted(
            report.generated(),
            report.allowed(),
            report.allowedBy(),
            report.tripped(),
            String.join(
                "\n", report.findings().stream().map(ShellFuzzer.Finding::toString).toList()));
  }
}
