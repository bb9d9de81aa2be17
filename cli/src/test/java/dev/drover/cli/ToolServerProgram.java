package dev.drover.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// An MCP server on standard streams, in the form of the protocol that keeps no sessions.
///
/// Tools: `echo` returns its text and a variable of its environment, `form` asks for fields,
/// `visit` asks the person to visit an address, `confirm` asks for a yes, `crash` ends the program.
public final class ToolServerProgram {
  static final String VARIABLE = "TOOL_SERVER_WORD";
  static final String ADDRESS = "https://example.com/authorize?state=0123456789&scope=a%20b";

  private static final JsonMapper JSON = new JsonMapper();
  private static final String FORM =
      """
      {"type": "object",
       "properties": {
         "city": {"type": "string", "title": "City", "description": "where to go", "minLength": 2},
         "nights": {"type": "integer", "minimum": 1, "maximum": 30, "default": 2},
         "class": {"type": "string", "enum": ["economy", "business"]},
         "insured": {"type": "boolean"}},
       "required": ["city", "class"]}
      """;

  private final PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);

  private ToolServerProgram() {}

  static void main() throws IOException {
    new ToolServerProgram().serve();
  }

  /// The command that starts it.
  static List<String> command() {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var command = new ArrayList<>(List.of(java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ToolServerProgram.class.getName());
    return command;
  }

  /// The words of `drover mcp add NAME -- COMMAND`, after these.
  static String[] after(String... words) {
    var all = new ArrayList<>(List.of(words));
    all.add("--");
    all.addAll(command());
    return all.toArray(String[]::new);
  }

  private void serve() throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      var message = JSON.readTree(line);
      if (message.has("id") && message.has("method")) {
        var answer = JSON.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", message.get("id"));
        var result = result(message.path("method").asString(), message.path("params"));
        if (result.isMissingNode()) {
          answer.putObject("error").put("code", -32601).put("message", "there is no such method");
        } else {
          answer.set("result", result);
        }
        out.print(JSON.writeValueAsString(answer) + "\n");
        out.flush();
      }
    }
  }

  private static JsonNode result(String method, JsonNode params) {
    return switch (method) {
      case "server/discover" ->
          json(
              """
              {"supportedVersions": ["2026-07-28"],
               "capabilities": {"tools": {}, "prompts": {}, "resources": {}}}
              """);
      case "tools/list" -> tools();
      case "tools/call" -> call(params);
      case "prompts/list" ->
          json(
              """
              {"prompts": [{"name": "greet", "description": "greets a person",
                "arguments": [{"name": "who", "description": "the person", "required": true},
                              {"name": "tone", "description": "the tone"}]}]}
              """);
      case "prompts/get" ->
          json(
              "{\"messages\": [{\"role\": \"user\", \"content\": {\"type\": \"text\", \"text\":"
                  + " \"Greet %s, tone '%s'.\"}}]}"
                      .formatted(
                          params.path("arguments").path("who").asString(""),
                          params.path("arguments").path("tone").asString("")));
      case "resources/list" ->
          json(
              """
              {"resources": [{"uri": "note://one", "name": "one", "mimeType": "text/plain"}]}
              """);
      case "resources/read" ->
          json(
              "{\"contents\": [{\"uri\": \"%s\", \"mimeType\": \"text/plain\", \"text\": \"the"
                      .formatted(params.path("uri").asString())
                  + " content of the note\"}]}");
      default -> JSON.missingNode();
    };
  }

  private static JsonNode tools() {
    var result = JSON.createObjectNode();
    var tools = result.putArray("tools");
    for (var name : List.of("echo", "form", "visit", "confirm", "crash")) {
      var tool = tools.addObject().put("name", name).put("description", "does " + name);
      tool.putObject("inputSchema").put("type", "object");
    }
    return result;
  }

  private static JsonNode call(JsonNode params) {
    var answer = params.path("inputResponses").path("q");
    return switch (params.path("name").asString()) {
      case "echo" ->
          text(
              "echo "
                  + params.path("arguments").path("text").asString("")
                  + " "
                  + System.getenv().getOrDefault(VARIABLE, "-"));
      case "form" ->
          answer.isMissingNode()
              ? question("{\"message\": \"Which trip?\", \"requestedSchema\": %s}".formatted(FORM))
              : text("form " + answer);
      case "visit" ->
          answer.isMissingNode()
              ? question(
                  "{\"mode\": \"url\", \"message\": \"Authorize it.\", \"url\": \"%s\"}"
                      .formatted(ADDRESS))
              : text("visit " + answer);
      case "confirm" ->
          answer.isMissingNode()
              ? question("{\"message\": \"Really delete it?\"}")
              : text("confirm " + answer);
      default -> {
        Runtime.getRuntime().halt(9);
        yield JSON.createObjectNode();
      }
    };
  }

  private static ObjectNode question(String params) {
    var result = JSON.createObjectNode().put("resultType", "input_required");
    var request = result.putObject("inputRequests").putObject("q");
    request.put("method", "elicitation/create").set("params", json(params));
    return result;
  }

  private static ObjectNode text(String text) {
    var result = JSON.createObjectNode();
    result.putArray("content").addObject().put("type", "text").put("text", text);
    return result;
  }

  private static JsonNode json(String text) {
    return JSON.readTree(text);
  }
}
