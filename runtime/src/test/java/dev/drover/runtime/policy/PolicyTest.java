package dev.drover.runtime.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.runtime.policy.PolicyEngine.Ruling;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("E1")
final class PolicyTest {
  private static final Policy POLICY =
      Policy.ASK_ALWAYS
          .allowing("read", "bash(make test)", "mcp_*")
          .asking("mcp_git", "bash")
          .denying("bash(rm -rf /)", "write*");

  @ParameterizedTest
  @CsvSource({
    "read,  '',           ALLOW, allow read",
    "edit,  '',           ASK,   default",
    "bash,  make test,    ALLOW, allow bash(make test)",
    "bash,  make testing, ASK,   ask bash",
    "bash,  rm -rf /,     DENY,  deny bash(rm -rf /)",
    "write, '',           DENY,  deny write*",
    "write_all, '',       DENY,  deny write*",
    "mcp_git, '',         ASK,   ask mcp_git",
    "mcp_github, '',      ALLOW, allow mcp_*",
  })
  void theMoreSpecificRuleWinsAndDenyAlwaysDoes(
      String tool, String subject, Policy.Default action, String rule) {
    assertThat(PolicyEngine.judge(POLICY, List.of(), tool, subject))
        .isEqualTo(new Ruling(action, rule));
  }

  @Test
  void whatPeopleGrantedNeedsNoAskingButNeverOverridesADenial() {
    var grants = List.of("edit", "bash(rm -rf /)");
    assertThat(PolicyEngine.judge(POLICY, grants, "edit", ""))
        .isEqualTo(new Ruling(Policy.Default.ALLOW, "granted edit"));
    assertThat(PolicyEngine.judge(POLICY, grants, "bash", "rm -rf /").action())
        .isEqualTo(Policy.Default.DENY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "(x)", "bash(", "bash()", "bash(x", "a b", "*x"})
  @Tag("E2")
  void aMalformedRuleIsRefusedWhenItIsLoaded(String rule) {
    assertThatThrownBy(() -> Rule.parse(rule))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(rule);
  }
}
