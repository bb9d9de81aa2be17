package dev.drover.mcp.server.agent;

import static dev.drover.mcp.server.agent.FixtureTool.content;
import static dev.drover.mcp.server.agent.FixtureTool.text;

import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.mcp.server.agent.RequestStateSeal.AwaitedRun;
import dev.drover.mcp.server.agent.RequestStateSeal.Origin;
import dev.drover.mcp.server.protocol.FeatureOutcome;
import dev.drover.mcp.server.protocol.McpErrors;
import dev.drover.mcp.server.protocol.McpRequest;
import dev.drover.mcp.server.protocol.ServedTool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The tools that the conformance suite calls by name.
final class ConformanceTools {
  static final String PNG =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
  private static final String WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";
  private static final String IMAGE =
      "{\"type\":\"image\",\"data\":\"%s\",\"mimeType\":\"image/png\"}".formatted(PNG);

  private final RequestStateSeal seal;

  ConformanceTools(RequestStateSeal seal) {
    this.seal = seal;
  }

  List<ServedTool> all() {
    var tools = new ArrayList<ServedTool>();
    addContent(tools);
    addElicitation(tools);
    addInputRequired(tools);
    return List.copyOf(tools);
  }

  private static void addContent(List<ServedTool> tools) {
    tools.add(
        new FixtureTool(
            "test_simple_text", (_, _) -> text("This is a simple text response for testing.")));
    tools.add(new FixtureTool("test_image_content", (_, _) -> content("[" + IMAGE + "]")));
    tools.add(
        new FixtureTool(
            "test_audio_content",
            (_, _) ->
                content(
                    "[{\"type\":\"audio\",\"data\":\"%s\",\"mimeType\":\"audio/wav\"}]"
                        .formatted(WAV))));
    tools.add(
        new FixtureTool(
            "test_embedded_resource",
            (_, _) ->
                content(
                    """
                    [{"type":"resource","resource":{"uri":"test://embedded-resource",
                      "mimeType":"text/plain","text":"This is an embedded resource content."}}]
                    """)));
    tools.add(
        new FixtureTool(
            "test_multiple_content_types",
            (_, _) ->
                content(
                    """
                    [{"type":"text","text":"Multiple content types test:"}, %s,
                     {"type":"resource","resource":{"uri":"test://mixed-content-resource",
                      "mimeType":"application/json","text":"{\\"test\\":\\"data\\",\\"value\\":123}"}}]
                    """
                        .formatted(IMAGE))));
    tools.add(new FixtureTool("test_error_handling", (_, _) -> failed()));
    tools.add(new FixtureTool("test_tool_with_progress", (request, _) -> progress(request)));
    tools.add(new FixtureTool("test_logging_tool", (_, _) -> text("Nothing was logged.")));
    tools.add(
        new FixtureTool(
            "test_missing_capability",
            (request, _) -> {
              if (!request.canAnswer("sampling")) {
                throw McpErrors.missingCapability("sampling");
              }
              return text("The client could be asked.");
            }));
  }

  private static FeatureOutcome failed() {
    var result = RpcJson.object().put("isError", true);
    result
        .putArray("content")
        .addObject()
        .put("type", "text")
        .put("text", "This tool intentionally returns an error for testing");
    return new FeatureOutcome.Complete(result);
  }

  private static FeatureOutcome progress(McpRequest request) throws IOException {
    var token = request.progressToken();
    for (int progress = 0; token != null && progress <= 100; progress += 50) {
      var params = RpcJson.object().put("progress", progress).put("total", 100);
      params.set("progressToken", token);
      request.link().notify("notifications/progress", params);
    }
    return text("Done with progress.");
  }

  private static void addElicitation(List<ServedTool> tools) {
    tools.add(
        new FixtureTool(
            "test_elicitation",
            (request, arguments) ->
                elicited(
                    request,
                    "User response: ",
                    arguments.path("message").asString(""),
                    """
                    {"type":"object","required":["username","email"],"properties":{
                      "username":{"type":"string","description":"User's response"},
                      "email":{"type":"string","description":"User's email address"}}}
                    """)));
    tools.add(
        new FixtureTool(
            "test_elicitation_sep1034_defaults",
            (request, _) ->
                elicited(
                    request,
                    "Elicitation completed: ",
                    "Please review",
                    """
                    {"type":"object","required":[],"properties":{
                      "name":{"type":"string","default":"John Doe"},
                      "age":{"type":"integer","default":30},
                      "score":{"type":"number","default":95.5},
                      "status":{"type":"string","enum":["active","inactive","pending"],
                        "default":"active"},
                      "verified":{"type":"boolean","default":true}}}
                    """)));
    tools.add(
        new FixtureTool(
            "test_elicitation_sep1330_enums",
            (request, _) -> elicited(request, "Elicitation completed: ", "Please choose", ENUMS)));
    tools.add(
        new FixtureTool(
            "test_streaming_elicitation",
            (request, _) ->
                elicited(request, "", "Go on?", "{\"type\":\"object\",\"properties\":{}}")));
  }

  private static final String ENUMS =
      """
      {"type":"object","required":[],"properties":{
        "untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
        "titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},
          {"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},
        "legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],
          "enumNames":["Option One","Option Two","Option Three"]},
        "untitledMulti":{"type":"array","items":{"type":"string",
          "enum":["option1","option2","option3"]}},
        "titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Choice"},
          {"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}}}
      """;

  private static FeatureOutcome elicited(
      McpRequest request, String before, String message, String schema) throws RpcErrorException {
    if (!request.canAnswer("elicitation")) {
      throw McpErrors.missingCapability("elicitation");
    }
    var responses = request.inputResponses();
    var given = responses == null ? null : responses.get("answer");
    if (given == null) {
      return required(null, question("answer", elicitation(message, schema)));
    }
    return text(
        "%saction=%s, content=%s"
            .formatted(before, given.path("action").asString(), given.path("content")));
  }

  private record Question(String key, ObjectNode form) {}

  private static Question question(String key, ObjectNode form) {
    return new Question(key, form);
  }

  private static FeatureOutcome required(@Nullable String state, Question... questions) {
    var requests = RpcJson.object();
    for (var question : questions) {
      requests.set(question.key(), question.form());
    }
    return new FeatureOutcome.InputRequired(requests, state);
  }

  static ObjectNode elicitation(String message, String schema) {
    var form = RpcJson.object().put("method", "elicitation/create");
    var params = form.putObject("params").put("mode", "form").put("message", message);
    params.set("requestedSchema", RpcJson.parse(schema));
    return form;
  }

  private static ObjectNode oneField(String message, String field, String type) {
    return elicitation(
        message,
        "{\"type\":\"object\",\"properties\":{\"%s\":{\"type\":\"%s\"}},\"required\":[\"%s\"]}"
            .formatted(field, type, field));
  }

  private static ObjectNode sampling(String prompt) {
    return (ObjectNode)
        RpcJson.parse(
            """
            {"method":"sampling/createMessage","params":{"maxTokens":100,"messages":[
              {"role":"user","content":{"type":"text","text":"%s"}}]}}
            """
                .formatted(prompt));
  }

  private static ObjectNode roots() {
    return (ObjectNode) RpcJson.parse("{\"method\":\"roots/list\",\"params\":{}}");
  }

  private void addInputRequired(List<ServedTool> tools) {
    var prefix = "test_input_required_result_";
    tools.add(
        new FixtureTool(
            prefix + "elicitation",
            (request, _) -> {
              var given = response(request, "user_name");
              return given == null
                  ? required(
                      null, question("user_name", oneField("What is your name?", "name", "string")))
                  : text("Hello, %s!".formatted(given.path("content").path("name").asString()));
            }));
    tools.add(
        new FixtureTool(
            prefix + "sampling",
            (request, _) -> {
              var given = response(request, "capital_question");
              return given == null
                  ? required(
                      null,
                      question("capital_question", sampling("What is the capital of France?")))
                  : text(given.path("content").path("text").asString());
            }));
    tools.add(
        new FixtureTool(
            prefix + "list_roots",
            (request, _) -> {
              var given = response(request, "client_roots");
              return given == null
                  ? required(null, question("client_roots", roots()))
                  : text("Roots: " + given.path("roots"));
            }));
    tools.add(new FixtureTool(prefix + "request_state", (request, _) -> stated(request)));
    tools.add(new FixtureTool(prefix + "tampered_state", (request, _) -> stated(request)));
    tools.add(new FixtureTool(prefix + "multi_round", (request, _) -> rounds(request)));
    tools.add(new FixtureTool(prefix + "multiple_inputs", (request, _) -> several(request)));
    tools.add(
        new FixtureTool(
            prefix + "capabilities",
            (request, _) ->
                request.canAnswer("elicitation")
                    ? required(null, question("name", oneField("Name?", "name", "string")))
                    : required(null, question("sample", sampling("Say hello.")))));
  }

  private static @Nullable ObjectNode response(McpRequest request, String key)
      throws RpcErrorException {
    var responses = request.inputResponses();
    return responses == null ? null : (ObjectNode) responses.get(key);
  }

  private static Origin origin(McpRequest request) throws RpcErrorException {
    return new Origin(
        request.principal(),
        CallDigest.of("tools/call", request.requireText("name"), request.arguments()));
  }

  private String sealed(McpRequest request, String round) throws RpcErrorException {
    return seal.seal(
        origin(request), new AwaitedRun(new SessionId("fixture"), new RunId(round), List.of()));
  }

  /// @return empty before the first round
  private String round(McpRequest request) throws RpcErrorException {
    var state = request.requestState();
    return state == null ? "" : seal.open(state, origin(request)).run().toString();
  }

  private FeatureOutcome stated(McpRequest request) throws RpcErrorException {
    return round(request).isEmpty() || response(request, "confirm") == null
        ? required(
            sealed(request, "r-1"),
            question("confirm", oneField("Please confirm", "ok", "boolean")))
        : text("state-ok");
  }

  private FeatureOutcome rounds(McpRequest request) throws RpcErrorException {
    return switch (round(request)) {
      case "r-1" ->
          required(
              sealed(request, "r-2"),
              question(
                  "step2", oneField("Step 2: What is your favorite color?", "color", "string")));
      case "r-2" -> text("All steps are done.");
      default ->
          required(
              sealed(request, "r-1"),
              question("step1", oneField("Step 1: What is your name?", "name", "string")));
    };
  }

  private FeatureOutcome several(McpRequest request) throws RpcErrorException {
    return round(request).isEmpty()
        ? required(
            sealed(request, "r-1"),
            question("user_name", oneField("What is your name?", "name", "string")),
            question("greeting", sampling("Generate a greeting")),
            question("client_roots", roots()))
        : text("Everything was answered.");
  }
}
