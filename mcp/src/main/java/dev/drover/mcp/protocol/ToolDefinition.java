package dev.drover.mcp.protocol;

import dev.drover.jsonrpc.RpcJson;
import dev.drover.spi.Bytes;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.text.VisibleMarks;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A tool as its server defines it.
public final class ToolDefinition {
  private static final int MAX_CHARS = 256 * 1024;

  /// The parts that are approved together.
  private static final List<String> PARTS =
      List.of("name", "title", "description", "inputSchema", "outputSchema", "annotations");

  private final ObjectNode json;
  private final ObjectNode schema;
  private final HeaderParams headerParams;
  private final @Nullable SchemaCheck output;

  private ToolDefinition(ObjectNode json, ObjectNode schema) {
    this.json = json;
    this.schema = schema;
    this.headerParams = HeaderParams.of(schema);
    this.output =
        json.path("outputSchema") instanceof ObjectNode wanted
            ? check("output", RpcJson.text(wanted))
            : null;
  }

  /// @throws IllegalArgumentException if the tool cannot be used; says why
  public static ToolDefinition of(JsonNode json) {
    if (!(json instanceof ObjectNode object) || json.path("name").asString("").isEmpty()) {
      throw new IllegalArgumentException("the definition has no name");
    }
    if (RpcJson.text(json).length() > MAX_CHARS) {
      throw new IllegalArgumentException(
          "the definition is longer than %d characters".formatted(MAX_CHARS));
    }
    if (!(json.path("inputSchema") instanceof ObjectNode schema)
        || !schema.path("type").asString("").equals("object")) {
      throw new IllegalArgumentException("the input schema must be of type object");
    }
    check("input", RpcJson.text(schema));
    return new ToolDefinition(object, schema);
  }

  private static SchemaCheck check(String which, String schema) {
    try {
      return SchemaCheck.of(schema);
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException(
          "its %s schema %s".formatted(which, refused.getMessage()), refused);
    }
  }

  public String name() {
    return json.path("name").asString("");
  }

  public String description() {
    var title = json.path("title").asString(json.path("annotations").path("title").asString(""));
    var description = json.path("description").asString("");
    return VisibleMarks.of(description.isBlank() ? title : description);
  }

  public String schema() {
    return RpcJson.text(schema);
  }

  /// A hint about the tool's behaviour, which only a trusted server is believed.
  public boolean hint(String name, boolean otherwise) {
    return json.path("annotations").path(name).asBoolean(otherwise);
  }

  /// @return null if any structured content is accepted
  @Nullable SchemaCheck output() {
    return output;
  }

  /// The headers of a call over HTTP.
  public Map<String, String> headers(JsonNode arguments) {
    var headers = new HashMap<>(headerParams.headers(arguments));
    headers.put("Mcp-Name", HeaderParams.encode(name()));
    return headers;
  }

  private ObjectNode approved(McpServer server) {
    var whole = RpcJson.object();
    whole.put("server", identity(server));
    for (var part : PARTS) {
      if (json.has(part)) {
        whole.set(part, json.path(part));
      }
    }
    return whole;
  }

  private static String identity(McpServer server) {
    return switch (server.transport()) {
      case McpServer.Transport.Stdio stdio -> String.join("\u0000", stdio.command());
      case McpServer.Transport.Http http -> http.uri().toString();
    };
  }

  public String digest(McpServer server) {
    var canonical = RpcJson.text(CanonicalJson.of(approved(server)));
    return Blobs.idOf(Bytes.of(canonical)).sha256();
  }

  /// A line for each part, with nothing invisible in it.
  public String readable(McpServer server) {
    var lines = new StringBuilder();
    for (var part : approved(server).properties()) {
      flatten(part.getKey(), part.getValue(), lines);
    }
    return lines.toString();
  }

  private static void flatten(String path, JsonNode node, StringBuilder lines) {
    if (node instanceof ObjectNode object && !object.isEmpty()) {
      for (var each : object.properties()) {
        flatten(path + "." + each.getKey(), each.getValue(), lines);
      }
      return;
    }
    var text = node.isString() ? node.asString() : RpcJson.text(node);
    for (var line : text.split("\n", -1)) {
      lines.append(VisibleMarks.of(path)).append(": ").append(VisibleMarks.of(line)).append('\n');
    }
  }
}
