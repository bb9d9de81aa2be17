package dev.drover.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.drover.policy.Checker.CallFacts;
import dev.drover.spi.tool.CallSubject;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Every known way to bypass a policy, with several lines for each: a fix is for the family, not
/// for the line.
@Tag("E1")
@Tag("E2")
final class HostileFamiliesTest {
  private static final int LEAST_LINES_OF_A_FAMILY = 8;

  @Test
  void eachLineGetsACorrectDecision() {
    getTheirDecisions(HostileFamilies.rows(HostileFamilies.OWN));
  }

  @Test
  void eachFamilyHasSeveralLines() {
    var rows = HostileFamilies.rows(HostileFamilies.OWN);
    var sizes =
        rows.stream()
            .collect(Collectors.groupingBy(HostileFamilies.Row::family, Collectors.counting()));
    assertThat(sizes)
        .hasSizeGreaterThanOrEqualTo(15)
        .allSatisfy(
            (family, size) ->
                assertThat(size).as(family).isGreaterThanOrEqualTo(LEAST_LINES_OF_A_FAMILY));
    assertThat(rows).doesNotHaveDuplicates();
  }

  @Test
  void eachLineOfTheCorpusGetsACorrectDecision() {
    getTheirDecisions(corpus());
  }

  /// So that every family is also tested in a clone without the corpus.
  @Test
  void eachFamilyOfTheCorpusIsInOurOwnTable() {
    var own = HostileFamilies.rows(HostileFamilies.OWN);
    assertThat(own)
        .extracting(HostileFamilies.Row::family)
        .containsAll(corpus().stream().map(HostileFamilies.Row::family).toList());
    assertThat(own)
        .extracting(HostileFamilies.Row::line)
        .doesNotContainAnyElementsOf(corpus().stream().map(HostileFamilies.Row::line).toList());
  }

  private static List<HostileFamilies.Row> corpus() {
    assumeTrue(
        Files.exists(HostileFamilies.CORPUS), "there is no corpus at " + HostileFamilies.CORPUS);
    return HostileFamilies.rows(HostileFamilies.CORPUS);
  }

  private static void getTheirDecisions(List<HostileFamilies.Row> rows) {
    assertAll(rows.stream().map(row -> () -> getsItsDecision(row)));
  }

  private static void getsItsDecision(HostileFamilies.Row row) {
    var call = CallFacts.of("bash", new CallSubject.Shell(row.line()));
    var ruling = PolicyEngine.judge(row.policy(), List.of(), call);
    assertThat(ruling.action()).as("%s: %s", row, ruling.why()).isIn(row.expected());
  }
}
