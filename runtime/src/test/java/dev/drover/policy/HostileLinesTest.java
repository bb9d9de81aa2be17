package dev.drover.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import dev.drover.policy.Checker.CallFacts;
import dev.drover.spi.tool.CallSubject;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Lines that try to bypass a policy, and harmless lines that look similar. All are in one test: as
/// separate tests each of them would read the table again wherever tests are run one by one.
@Tag("E2")
final class HostileLinesTest {
  private static List<HostileLines.Row> rows() {
    return HostileLines.rows();
  }

  @Test
  void eachLineGetsTheDecisionOfItsRow() {
    assertAll(rows().stream().map(row -> () -> getsItsDecision(row)));
  }

  private static void getsItsDecision(HostileLines.Row row) {
    var call = CallFacts.of("bash", new CallSubject.Shell(row.line()));
    var ruling = PolicyEngine.judge(row.policy(), List.of(), call);
    assertThat(ruling.action()).as("%s: %s", row, ruling.why()).isEqualTo(row.decision());
    assertThat(ruling.why()).doesNotContain("\n");
    assertThat(ruling.why().isBlank()).isEqualTo(row.decision() == Policy.Default.ALLOW);
  }

  @Test
  @Tag("E1")
  void aGrantAllowsALineThatNeedsAnApprovalButNeverADeniedOne() {
    for (var row : rows()) {
      var call = CallFacts.of("bash", new CallSubject.Shell(row.line()));
      var ruling = PolicyEngine.judge(row.policy(), List.of(), call);
      var grant = Rule.exactly("bash", row.line()).toString();
      var granted = PolicyEngine.judge(row.policy(), List.of(grant), call).action();
      boolean refused = ruling.rule().startsWith("deny ");
      assertThat(granted)
          .as(row.toString())
          .isEqualTo(refused ? Policy.Default.DENY : Policy.Default.ALLOW);
      assertThat(ruling.grant())
          .as(row.toString())
          .isEqualTo(row.decision() == Policy.Default.ASK ? grant : "");
    }
  }

  @Test
  void theTableIsLarge() {
    assertThat(rows()).hasSizeGreaterThan(400).doesNotHaveDuplicates();
  }
}
