package dev.drover.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("D11")
final class ShellEnvironmentTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ANTHROPIC_API_KEY",
        "github_token",
        "DB_PASSWORD",
        "PGPASSWD",
        "MY_PASSPHRASE",
        "CLIENT_SECRET",
        "GOOGLE_APPLICATION_CREDENTIALS",
        "AWS_PROFILE",
        "AWS_ACCESS_KEY_ID",
        "AZURE_CLIENT_ID",
        "NPM_AUTH",
        "DB_PASS",
        "DB_PWD",
        "GITHUB_PAT",
        "SENTRY_DSN",
        "SSH_AUTH_SOCK",
        "DOCKER_HOST",
        "DBUS_SESSION_BUS_ADDRESS"
      })
  void aSecretIsRecognizedByItsName(String name) {
    assertThat(scrubbed(Map.of(name, "x"))).doesNotContainKey(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sk-proj-0123456789abcdefghij",
        "ghp_0123456789abcdefghij0123456789abcdef",
        "github_pat_11ABCDEFG0123456789_abcdef",
        "glpat-0123456789abcdefghij",
        "xoxb-0123456789-abcdef",
        "AKIAIOSFODNN7EXAMPLE",
        "AIzaSyA0123456789abcdefghijklmnopqrstuv",
        "sk_live_0123456789abcdef",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVPmB92K27uhbUJU1p1rwW1gFWFOEjXk",
        "-----BEGIN RSA PRIVATE KEY-----\nMII",
        "postgres://me:hunter2@db.example.com/app",
        "-Dx=1 -Dapi=sk-0123456789abcdefghij"
      })
  void aSecretIsRecognizedByItsValue(String value) {
    assertThat(scrubbed(Map.of("HARMLESS", value))).doesNotContainKey("HARMLESS");
  }

  @Test
  void otherVariablesAreKept() {
    var harmless =
        Map.of(
            "PATH", "/usr/bin:/bin",
            "HOME", "/home/me",
            "LANG", "en_US.UTF-8",
            "PWD", "/home/me",
            "GIT_AUTHOR_NAME", "me",
            "JAVA_HOME", "/usr/lib/jvm/java-25",
            "MAVEN_OPTS", "-Xmx1g -Dtask-skip=risk-free",
            "PROXY", "http://proxy.example.com:3128/",
            "XDG_SESSION_ID", "4");
    assertThat(scrubbed(harmless)).containsAllEntriesOf(harmless);
  }

  @Test
  void coloursAndPromptsAreDisabled() {
    assertThat(scrubbed(Map.of("TERM", "xterm-256color", "PAGER", "less")))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("TERM", "dumb", "PAGER", "cat", "GIT_PAGER", "cat", "GIT_TERMINAL_PROMPT", "0"));
  }

  @Test
  void theHostMayAllowAName() {
    var environment = new HashMap<>(Map.of("NPM_TOKEN", "a", "OTHER_TOKEN", "b"));
    ShellEnvironment.scrub(environment, List.of("NPM_TOKEN"));
    assertThat(environment).containsEntry("NPM_TOKEN", "a").doesNotContainKey("OTHER_TOKEN");
  }

  private static Map<String, String> scrubbed(Map<String, String> variables) {
    var environment = new HashMap<>(variables);
    ShellEnvironment.scrub(environment, List.of());
    return environment;
  }

  @Test
  void aCommandGetsTheUsersOwnLocale() {
    assertThat(scrubbed(Map.of("LC_ALL", "C.UTF-8", "DROVER_LC_ALL", "POSIX")))
        .containsEntry("LC_ALL", "POSIX")
        .doesNotContainKey("DROVER_LC_ALL");
    assertThat(scrubbed(Map.of("LC_ALL", "C.UTF-8", "DROVER_LC_ALL", "")))
        .doesNotContainKeys("LC_ALL", "DROVER_LC_ALL");
    assertThat(scrubbed(Map.of("LC_ALL", "C"))).containsEntry("LC_ALL", "C");
  }
}
