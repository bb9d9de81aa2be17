package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("H2")
class McpUsageTest {
  @TempDir Path place;

  private CliFixture cli() {
    return new CliFixture(place).write("s.yaml", CliScripts.LOOK);
  }

  @Test
  void helpListsTheCommand() {
    assertThat(cli().call("--help").out()).contains("mcp", "serves the agent to MCP clients");
    assertThat(cli().call("mcp", "--help").out()).contains("--http", "--port N");
  }

  @Test
  void aPortWithoutHttpAndAWrongOneAreRefused() {
    assertThat(cli().call("mcp", "--port", "1").err()).startsWith("option_useless");
    assertThat(cli().call("mcp", "--http", "--port", "70000").err()).startsWith("port_malformed");
    assertThat(cli().call("mcp", "--http", "--port", "x").exit()).isEqualTo(2);
  }

  @Test
  void withoutInputItEndsAndPrintsNothing() {
    var result = cli().call("mcp", "--script", "s.yaml");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).isEmpty();
  }

  @Test
  void aDamagedSecretIsReportedAndWithoutAHomeThereIsNone() {
    var damaged =
        cli().writeAtHome(".config/drover/mcp-secret", "abc").call("mcp", "--script", "s.yaml");
    assertThat(damaged.err()).startsWith("secret_unusable").contains("Delete the file");
    assertThat(damaged.exit()).isEqualTo(1);
    var homeless =
        new CliFixture(place.resolve("other")).write("s.yaml", CliScripts.LOOK).homeless();
    assertThat(homeless.call("mcp", "--script", "s.yaml").err()).startsWith("secret_impossible");
  }
}
