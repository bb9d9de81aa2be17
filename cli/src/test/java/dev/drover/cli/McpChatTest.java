package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.time.Time;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// MCP servers in `chat`: their state, their prompts as commands, and mentions of their resources.
@Tag("H1")
@Tag("H4")
@Timeout(120)
class McpChatTest {
  @TempDir Path place;

  private CliFixture cli;

  @BeforeEach
  void prepare() {
    cli = new CliFixture(place).time(Time.system());
    assertThat(cli.call(ToolServerProgram.after("mcp", "add", "trips")).exit()).isZero();
    assertThat(cli.call("mcp", "add", "dead", "--", "no-such-program").exit()).isZero();
  }

  /// A model that fails if the last message of its request does not match.
  private CliFixture.Result chat(String expected, String lines) {
    cli.write("s.yaml", "turns:\n  - expect: \"%s\"\n    text: Heard.\n".formatted(expected));
    cli.piping(lines);
    return cli.call("chat", "--script", "s.yaml", "--session", "a");
  }

  @Test
  void theStateOfTheServersIsShownAndOneIsConnectedAgain() {
    var result = chat("x", "/mcp\n/mcp reconnect trips\n/mcp reconnect nobody\n/mcp frob\n");
    assertThat(result.out())
        .contains("trips  connected (2026-07-28), 5 tools")
        .contains("dead   not reachable: the command 'no-such-program' cannot be started")
        .contains("trips is being connected again");
    assertThat(result.err())
        .contains("mcp_not_found: there is no MCP server 'nobody'")
        .contains("argument_unexpected: /mcp has no use for 'frob'");
  }

  @Test
  void withoutServersItSaysSo() {
    cli.writeAtHome(".config/drover/config.yaml", "");
    assertThat(chat("x", "/mcp\n").out()).contains("There are no MCP servers.");
  }

  @Test
  void aPromptOfAServerIsACommandWithItsArguments() {
    var result = chat("Greet Ada, tone 'very warm'", "/mcp__trips__greet Ada very warm\n");
    assertThat(result.exit()).as(result.toString()).isZero();
    assertThat(result.out()).contains("Heard.");
    assertThat(cli.call("show", "a", "--json").out())
        .contains("(prompt greet of the MCP server trips)");
  }

  @Test
  void aPromptWithoutANeededArgumentIsRefusedAndNothingIsSent() {
    var result = chat("x", "/mcp__trips__greet\n/mcp__trips__nothing\n/help\n");
    assertThat(result.err())
        .contains("argument_missing: /mcp__trips__greet needs who")
        .contains("Write: /mcp__trips__greet who [tone]")
        .contains("unknown_command: there is no command /mcp__trips__nothing");
    assertThat(result.out())
        .contains("/mcp__trips__greet", "greets a person (prompt of the MCP server trips)")
        .doesNotContain("Heard.");
  }

  @Test
  void aMentionedResourceIsSentWithThePrompt() {
    var result = chat("text/plain, 23 bytes", "what does @trips:note://one, say?\n");
    assertThat(result.exit()).as(result.toString()).isZero();
    assertThat(result.out()).contains("Heard.");
  }

  @Test
  void anAtBeforeAnythingElseIsText() {
    var result = chat("ask @ada:home and me@trips:x", "ask @ada:home and me@trips:x\n");
    assertThat(result.exit()).as(result.toString()).isZero();
    assertThat(result.err()).doesNotContain("mcp_not_found");
  }

  @Test
  void aMentionOfAServerThatDoesNotAnswerIsReportedAndNothingIsSent() {
    var result = chat("x", "read @dead:note://one\n");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("dead");
    assertThat(result.out()).doesNotContain("Heard.");
  }

  @Test
  void aMentionInTheFirstPromptOfARunIsReadToo() {
    cli.write("s.yaml", "turns:\n  - expect: \"text/plain, 23 bytes\"\n    text: Heard.\n");
    var result = cli.call("run", "--script", "s.yaml", "read @trips:note://one");
    assertThat(result.exit()).as(result.toString()).isZero();
  }
}
