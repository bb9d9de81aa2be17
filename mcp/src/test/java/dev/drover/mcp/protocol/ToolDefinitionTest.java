package dev.drover.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Text;
import dev.drover.spi.Bytes;
import dev.drover.spi.mcp.McpConnection.ServerTool;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.store.Blobs;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Definitions of tools, and the results of their calls.
@Tag("H1")
class ToolDefinitionTest {
  private static final McpServer SERVER =
      McpServer.http("web", URI.create("https://x.example/mcp"));
  private static final String PLAIN =
      "{\"name\":\"pay\",\"description\":\"Pays.\",\"inputSchema\":{\"type\":\"object\"}}";

  @Test
  @Tag("J11")
  void theOrderOfFieldsDoesNotChangeTheDigestAndEveryPartDoes() {
    var digest = digest(PLAIN);
    assertThat(
            digest(
                "{\"inputSchema\":{\"type\":\"object\"},\"icons\":[],\"description\":\"Pays.\",\"name\":\"pay\"}"))
        .isEqualTo(digest);
    for (var changed :
        List.of(
            PLAIN.replace("Pays.", "Pays!"),
            PLAIN.replace("\"pay\"", "\"pay2\""),
            PLAIN.replace("{\"type\":\"object\"}", "{\"type\":\"object\",\"properties\":{}}"),
            PLAIN.replace("{\"name\"", "{\"title\":\"t\",\"name\""),
            PLAIN.replace("{\"name\"", "{\"annotations\":{\"readOnlyHint\":true},\"name\""),
            PLAIN.replace("{\"name\"", "{\"outputSchema\":{\"type\":\"object\"},\"name\""))) {
      assertThat(digest(changed)).isNotEqualTo(digest);
    }
    assertThat(tool(PLAIN).digest(McpServer.stdio("web", "program"))).isNotEqualTo(digest);
  }

  @Test
  void bidirectionalTagAndControlCharactersAreShownAsNumbers() {
    var tool =
        tool(
            "{\"name\":\"a\",\"description\":\"safe\\u202Etxet\\uDB40\\uDC41\\u200B\\u001b[2J\",\"inputSchema\":{\"type\":\"object\"}}");
    assertThat(tool.description()).isEqualTo("safe\\u{202E}txet\\u{E0041}\\u{200B}\\u{1B}[2J");
    assertThat(tool.readable(SERVER))
        .contains("description: safe\\u{202E}txet\\u{E0041}\\u{200B}\\u{1B}[2J\n")
        .contains("server: https://x.example/mcp\n");
  }

  @Test
  void namesAreCutWithAHashAndNeverTwoAlike() {
    assertThat(ServerTool.nameFor(SERVER, "pay")).isEqualTo("mcp__web__pay");
    var one = ServerTool.nameFor(SERVER, "a".repeat(100));
    var two = ServerTool.nameFor(SERVER, "a".repeat(101));
    assertThat(one).hasSize(64).isNotEqualTo(two);
    assertThat(ServerTool.nameFor(SERVER, "a.b")).isNotEqualTo(ServerTool.nameFor(SERVER, "a b"));
  }

  @Test
  void aSchemaThatCannotBeCheckedIsRefusedAndNothingIsFetched() {
    assertThatThrownBy(
            () ->
                tool(
                    "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"x\":{\"$ref\":\"http://127.0.0.1:9/s.json\"}}}}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("input schema");
    assertThatThrownBy(() -> tool("{\"name\":\"a\"}")).hasMessageContaining("type object");
    assertThatThrownBy(() -> tool("{\"inputSchema\":{\"type\":\"object\"}}"))
        .hasMessageContaining("no name");
    assertThatThrownBy(
            () ->
                tool(
                    "{\"name\":\"a\",\"description\":\"%s\",\"inputSchema\":{\"type\":\"object\"}}"
                        .formatted("x".repeat(300_000))))
        .hasMessageContaining("longer than");
  }

  @Test
  void anErrorIsAFailedOutcome() {
    assertThat(
            outcome(PLAIN, "{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"no\"}]}"))
        .isEqualTo(new ToolOutcome.Failed(Text.of("no")));
  }

  @Test
  void imagesBecomeMediaAndUnknownContentIsNamed() {
    var png = Blobs.idOf(Bytes.of(new byte[] {1, 2, 3}));
    assertThat(
            outcome(
                PLAIN,
                """
                {"content":[{"type":"text","text":"see"},{"type":"image","data":"AQID","mimeType":"image/png"},
                {"type":"hologram"},{"type":"resource_link","uri":"a:b","name":"n"},
                {"type":"resource","resource":{"uri":"a:c","text":"inside"}},
                {"type":"image","data":"%%%","mimeType":"nonsense"}],"unknown":1}
                """))
        .isEqualTo(
            new ToolOutcome.Succeeded(
                Text.of(
                    """
                    see
                    [content of the type 'hologram' was left out]
                    [resource n: a:b]
                    inside
                    [content of the type 'nonsense' could not be read]\
                    """),
                List.of(new Media("image/png", png, 3))));
  }

  @Test
  void structuredContentIsChecked() {
    var tool =
        "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},\"required\":[\"n\"]}}";
    assertThat(outcome(tool, "{\"content\":[],\"structuredContent\":{\"n\":1}}"))
        .isEqualTo(new ToolOutcome.Succeeded(Text.of("{\"n\":1}")));
    assertThat(outcome(tool, "{\"content\":[],\"structuredContent\":{\"n\":\"1\"}}"))
        .isInstanceOf(ToolOutcome.Failed.class);
    assertThat(outcome(tool, "{\"content\":[]}")).isInstanceOf(ToolOutcome.Failed.class);
  }

  @Test
  void parametersWithAHeaderAreEncoded() {
    var tool =
        tool(
            "{\"name\":\"grüße\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"r\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"},\"q\":{\"type\":\"string\"}}}}");
    assertThat(tool.headers(RpcJson.parse("{\"r\":\" é\",\"q\":\"x\"}")))
        .isEqualTo(
            Map.of("Mcp-Param-Region", "=?base64?IMOp?=", "Mcp-Name", "=?base64?Z3LDvMOfZQ==?="));
  }

  private static ToolDefinition tool(String json) {
    return ToolDefinition.of(RpcJson.parse(json));
  }

  private static String digest(String json) {
    return tool(json).digest(SERVER);
  }

  private static ToolOutcome outcome(String tool, String result) {
    return CallContent.outcome(
        RpcJson.parse(result), tool(tool), bytes -> Blobs.idOf(Bytes.of(bytes)));
  }
}
