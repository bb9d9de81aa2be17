package dev.drover.mcp.server.agent;

import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.mcp.server.protocol.FeatureOutcome;
import dev.drover.mcp.server.protocol.McpErrors;
import dev.drover.mcp.server.protocol.McpRequest;
import dev.drover.mcp.server.protocol.ServedTool;
import dev.drover.mcp.server.protocol.ServerFeatures;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The tools, resources and prompts that the conformance suite wants, on the classes of the server.
public final class ConformanceFeatures implements ServerFeatures {
  private static final String TEMPLATE_BEGIN = "test://template/";
  private static final String TEMPLATE_END = "/data";

  private final List<ServedTool> tools;

  public ConformanceFeatures(RequestStateSeal seal) {
    this.tools = new ConformanceTools(seal).all();
  }

  @Override
  public ObjectNode serverInfo() {
    return RpcJson.object().put("name", "drover-conformance").put("version", "1");
  }

  @Override
  public ObjectNode capabilities() {
    return object("{\"tools\":{},\"resources\":{},\"prompts\":{},\"completions\":{}}");
  }

  private static ObjectNode object(String json) {
    return (ObjectNode) RpcJson.parse(json);
  }

  @Override
  public String instructions() {
    return "For tests only.";
  }

  @Override
  public List<ServedTool> tools() {
    return tools;
  }

  @Override
  public ListPage resources(@Nullable String cursor) {
    return new ListPage(
        List.of(
            object(
                """
                {"uri":"test://static-text","name":"Static text","description":"A text.",
                 "mimeType":"text/plain"}
                """),
            object(
                """
                {"uri":"test://static-binary","name":"Static binary","description":"An image.",
                 "mimeType":"image/png"}
                """)),
        null);
  }

  @Override
  public List<ObjectNode> resourceTemplates() {
    return List.of(
        object(
            """
            {"uriTemplate":"test://template/{id}/data","name":"Template","description":"Data.",
             "mimeType":"application/json"}
            """));
  }

  @Override
  public FeatureOutcome readResource(McpRequest request, String uri) throws RpcErrorException {
    var result = RpcJson.object();
    var contents = result.putArray("contents").addObject().put("uri", uri);
    if (uri.equals("test://static-text")) {
      contents
          .put("mimeType", "text/plain")
          .put("text", "This is the content of the static text resource.");
    } else if (uri.equals("test://static-binary")) {
      contents.put("mimeType", "image/png").put("blob", ConformanceTools.PNG);
    } else if (uri.startsWith(TEMPLATE_BEGIN) && uri.endsWith(TEMPLATE_END)) {
      var id = uri.substring(TEMPLATE_BEGIN.length(), uri.length() - TEMPLATE_END.length());
      contents
          .put("mimeType", "application/json")
          .put(
              "text",
              "{\"id\":\"%s\",\"templateTest\":true,\"data\":\"Data for ID: %s\"}"
                  .formatted(id, id));
    } else {
      throw McpErrors.unknownResource(uri);
    }
    return new FeatureOutcome.Complete(result);
  }

  @Override
  public List<ObjectNode> prompts() {
    return List.of(
        prompt("test_simple_prompt"),
        prompt("test_prompt_with_arguments", "arg1", "arg2"),
        prompt("test_prompt_with_embedded_resource", "resourceUri"),
        prompt("test_prompt_with_image"),
        prompt("test_input_required_result_prompt"));
  }

  private static ObjectNode prompt(String name, String... arguments) {
    var prompt = RpcJson.object().put("name", name).put("description", "A prompt of the fixture.");
    var list = prompt.putArray("arguments");
    for (var argument : arguments) {
      list.addObject()
          .put("name", argument)
          .put("description", "An argument.")
          .put("required", true);
    }
    return prompt;
  }

  @Override
  public FeatureOutcome prompt(McpRequest request, String name, ObjectNode arguments)
      throws RpcErrorException {
    return switch (name) {
      case "test_simple_prompt" -> messages(text("This is a simple prompt for testing."));
      case "test_prompt_with_arguments" ->
          messages(
              text(
                  "Prompt with arguments: arg1='%s', arg2='%s'"
                      .formatted(
                          arguments.path("arg1").asString(), arguments.path("arg2").asString())));
      case "test_prompt_with_embedded_resource" ->
          messages(
              """
              {"type":"resource","resource":{"uri":%s,"mimeType":"text/plain",
               "text":"Embedded resource content for testing."}}
              """
                  .formatted(FixtureTool.quoted(arguments.path("resourceUri").asString())),
              text("Please process the embedded resource above."));
      case "test_prompt_with_image" ->
          messages(
              "{\"type\":\"image\",\"data\":\"%s\",\"mimeType\":\"image/png\"}"
                  .formatted(ConformanceTools.PNG),
              text("Please analyze the image above."));
      case "test_input_required_result_prompt" -> asking(request);
      default -> throw McpErrors.invalidParams("Unknown prompt: " + name);
    };
  }

  private static FeatureOutcome asking(McpRequest request) throws RpcErrorException {
    var responses = request.inputResponses();
    if (responses != null && responses.has("user_context")) {
      return messages(
          text("Context: " + responses.path("user_context").path("content").path("context")));
    }
    var requests = RpcJson.object();
    requests.set(
        "user_context",
        ConformanceTools.elicitation(
            "What context should the prompt use?",
            """
            {"type":"object","properties":{"context":{"type":"string"}},"required":["context"]}
            """));
    return new FeatureOutcome.InputRequired(requests, null);
  }

  private static String text(String text) {
    return "{\"type\":\"text\",\"text\":%s}".formatted(FixtureTool.quoted(text));
  }

  private static FeatureOutcome messages(String... contents) {
    var result = RpcJson.object();
    var messages = result.putArray("messages");
    for (var content : contents) {
      messages.addObject().put("role", "user").set("content", RpcJson.parse(content));
    }
    return new FeatureOutcome.Complete(result);
  }

  @Override
  public List<String> complete(ObjectNode reference, String argument, String value) {
    return List.of("paris", "park", "party");
  }
}
