package dev.drover.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.policy.Policy.Default;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("E5")
final class PolicyTextTest {
  @Test
  void aPolicyHasOneTextForm() {
    var policy =
        Policy.ASK_ALWAYS
            .allowing("read", "bash(=a\\nb)")
            .denying("bash(rm *)")
            .asking("write(.github/**)")
            .otherwise(Default.DENY)
            .requiringSandbox()
            .withoutFlowRule();
    assertThat(policy.text())
        .isEqualTo(
            """
            deny bash(rm *)
            ask write(.github/**)
            allow read
            allow bash(=a\\nb)
            default deny
            require sandbox
            flow off
            """);
    assertThat(Policy.parse(policy.text())).isEqualTo(policy);
  }

  @Test
  void parsingTheTextOfAPolicyReturnsAnEqualPolicy() {
    for (var policy : List.of(Policy.ASK_ALWAYS, Policy.ALLOW_ALL, Policy.STANDARD)) {
      assertThat(Policy.parse(policy.text())).isEqualTo(policy);
    }
    assertThat(Policy.ASK_ALWAYS.text()).isEqualTo("default ask\n");
  }

  @Test
  void blankLinesAndCommentsAreIgnored() {
    assertThat(Policy.parse("\n# allow all?\n  allow read  \n\n"))
        .isEqualTo(Policy.ASK_ALWAYS.allowing("read"));
  }

  @ParameterizedTest
  @CsvSource({
    "permit read,    'line 2 of the policy: ''permit read'' means nothing'",
    "deny,           'line 2 of the policy: rule '''''",
    "deny bash(,     'line 2 of the policy: rule ''bash('''",
    "default maybe,  'line 2 of the policy: ''default maybe'''",
    "require luck,   'line 2 of the policy: ''require luck'' means nothing'",
    "flow on,        'line 2 of the policy: ''flow on'' means nothing'",
  })
  void anUnknownLineIsRefused(String line, String message) {
    assertThatThrownBy(() -> Policy.parse("allow read\n" + line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message)
        .hasMessageContaining("expected is");
  }
}
