package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `drover rules`.
@Tag("E3")
@Tag("J5")
class RulesTest {
  @TempDir Path place;

  private CliFixture cli;

  @BeforeEach
  void sitDown() {
    cli = new CliFixture(place).write("s.yaml", CliScripts.WRITE);
  }

  private void grant() {
    cli.call("run", "--script", "s.yaml", "--session", "a", "write");
    assertThat(cli.call("approve", "a.e2", "--always").exit()).isZero();
    assertThat(cli.call("resume", "--script", "s.yaml").exit()).isZero();
  }

  @Test
  void aGrantedRuleIsListedAndAfterItsRevocationTheNextRunAsksAgain() {
    grant();
    assertThat(cli.call("run", "--script", "s.yaml", "--session", "b", "write").exit()).isZero();
    for (var listed : new CliFixture.Result[] {cli.call("rules"), cli.call("rules", "list")}) {
      assertThat(listed.exit()).isZero();
      assertThat(listed.out()).contains("g-1", "write(=note.txt)", "ada", "a.e2");
    }
    assertThat(cli.call("rules", "--json").out())
        .isEqualTo(
            "{\"rule\":\"g-1\",\"grants\":\"write(=note.txt)\",\"granted_by\":\"ada\","
                + "\"granted\":\"2026-01-01T00:00:00Z\",\"question\":\"a.e2\"}\n");
    assertThat(cli.user("bob").call("rules", "revoke", "g-1").out())
        .isEqualTo(
            """
            ✓ revoked g-1: write(=note.txt)
              The next call that it would have allowed is asked about, in running runs too. Calls that were allowed are not stopped.
            """);
    assertThat(cli.call("rules").out()).isEqualTo("No rule was granted for always.\n");
    assertThat(cli.call("run", "--script", "s.yaml", "--session", "c", "write").exit())
        .isEqualTo(3);
  }

  @Test
  void aRevokedRuleMakesTheGrantingSessionAskAgain() {
    grant();
    cli.call("rules", "revoke", "g-1");
    cli.write(
        "t.yaml",
        """
        turns:
          - text: "0"
          - text: "0"
          - calls: [ {tool: write, args: {path: note.txt, content: hello}} ]
          - text: "Done."
        """);
    assertThat(cli.call("run", "--script", "t.yaml", "--session", "a", "write").exit())
        .isEqualTo(3);
  }

  @Test
  void anInvalidRevocationIsRefusedWithTheReason() {
    grant();
    cli.user("bob").call("rules", "revoke", "g-1");
    var twice = cli.user("eve").call("rules", "revoke", "g-1");
    assertThat(twice.exit()).isEqualTo(1);
    assertThat(twice.err())
        .startsWith("rule_revoked: bob revoked g-1 before, at 2026-01-01T00:00:00Z. ");
    var unknown = cli.call("rules", "revoke", "g-9");
    assertThat(unknown.exit()).isEqualTo(1);
    assertThat(unknown.err()).startsWith("rule_not_found: there is no rule g-9. ");
    assertThat(cli.call("rules", "revoke", "bash").exit()).isEqualTo(2);
    assertThat(cli.call("rules", "forget", "g-1").err()).startsWith("word_unknown: ");
    assertThat(cli.call("rules", "revoke").exit()).isEqualTo(2);
  }

  @Test
  void withoutAStoreThereAreNoRules() {
    assertThat(cli.call("rules").out()).isEqualTo("No rule was granted for always.\n");
    assertThat(cli.call("rules", "--json").out()).isEmpty();
  }
}
