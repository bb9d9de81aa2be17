package dev.drover.mcp.server.protocol;

import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.mcp.server.protocol.FeatureOutcome.Complete;
import dev.drover.mcp.server.protocol.FeatureOutcome.InputRequired;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds what answers a request, and puts the answer into the form of the client's era.
///
/// Safe for use by many threads.
public final class McpDispatcher {
  /// How often one legacy request may ask its client.
  private static final int MOST_ROUNDS = 10;

  private static final int MOST_COMPLETIONS = 100;

  /// Lists of agents and commands change with the program, those of sessions at any time.
  private static final long LIST_MILLIS = 60_000;

  private static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";

  private final ServerFeatures features;

  public McpDispatcher(ServerFeatures features) {
    this.features = features;
  }

  /// @throws RpcErrorException the answer is this error
  public ObjectNode answer(McpRequest request)
      throws RpcErrorException, IOException, InterruptedException {
    return switch (request.era()) {
      case LEGACY -> answerLegacy(request);
      case MODERN -> answerModern(request);
    };
  }

  private ObjectNode answerLegacy(McpRequest request)
      throws RpcErrorException, IOException, InterruptedException {
    return switch (request.method()) {
      case "initialize" -> initialize(request);
      case "ping" -> RpcJson.object();
      default -> list(request).orElse(() -> completeByAsking(request));
    };
  }

  private ObjectNode answerModern(McpRequest request)
      throws RpcErrorException, IOException, InterruptedException {
    var result =
        request.method().equals("server/discover")
            ? cached(discover(), LIST_MILLIS, "public")
            : list(request).orElse(() -> modernResult(request));
    if (!result.has("resultType")) {
      result.put("resultType", "complete");
    }
    var meta = result.get("_meta") instanceof ObjectNode own ? own : result.putObject("_meta");
    meta.set(SERVER_INFO, features.serverInfo());
    return result;
  }

  private ObjectNode initialize(McpRequest request) throws RpcErrorException {
    var wanted = request.requireText("protocolVersion");
    var version =
        ProtocolEra.LEGACY_VERSIONS.contains(wanted) ? wanted : ProtocolEra.LEGACY_VERSION;
    var result = RpcJson.object().put("protocolVersion", version);
    result.set("capabilities", features.capabilities());
    result.set("serverInfo", features.serverInfo());
    return result.put("instructions", features.instructions());
  }

  private ObjectNode discover() {
    var result = RpcJson.object();
    var versions = result.putArray("supportedVersions");
    ProtocolEra.SUPPORTED.forEach(versions::add);
    result.set("capabilities", features.capabilities());
    return result.put("instructions", features.instructions());
  }

  private interface Answering {
    ObjectNode get() throws RpcErrorException, IOException, InterruptedException;
  }

  /// A result, or nothing because the method is not one that lists.
  private record Listed(@Nullable ObjectNode result) {
    ObjectNode orElse(Answering other) throws RpcErrorException, IOException, InterruptedException {
      return result == null ? other.get() : result;
    }
  }

  private Listed list(McpRequest request) throws RpcErrorException {
    var result =
        switch (request.method()) {
          case "tools/list" ->
              listed("tools", features.tools().stream().map(ServedTool::definition).toList());
          case "prompts/list" -> listed("prompts", features.prompts());
          case "resources/templates/list" ->
              listed("resourceTemplates", features.resourceTemplates());
          case "resources/list" -> listResources(request);
          case "completion/complete" -> complete(request);
          default -> null;
        };
    if (result != null
        && request.era() == ProtocolEra.MODERN
        && !request.method().equals("completion/complete")) {
      boolean isOwn = request.method().equals("resources/list");
      cached(result, isOwn ? 0 : LIST_MILLIS, isOwn ? "private" : "public");
    }
    return new Listed(result);
  }

  private static ObjectNode listed(String name, List<ObjectNode> items) {
    var result = RpcJson.object();
    var list = result.putArray(name);
    items.forEach(list::add);
    return result;
  }

  private ObjectNode listResources(McpRequest request) throws RpcErrorException {
    var cursor = request.params().get("cursor");
    if (cursor != null && !cursor.isString()) {
      throw McpErrors.invalidParams("cursor must be a text");
    }
    var page = features.resources(cursor == null ? null : cursor.asString());
    var result = listed("resources", page.items());
    if (page.next() != null) {
      result.put("nextCursor", page.next());
    }
    return result;
  }

  private ObjectNode complete(McpRequest request) throws RpcErrorException {
    var argument = request.params().path("argument");
    if (!(request.params().path("ref") instanceof ObjectNode reference)
        || !argument.path("name").isString()
        || !argument.path("value").isString()) {
      throw McpErrors.invalidParams("completion/complete needs 'ref' and 'argument'");
    }
    var values =
        features.complete(
            reference, argument.path("name").asString(), argument.path("value").asString());
    var result = RpcJson.object();
    var completion = result.putObject("completion");
    var list = completion.putArray("values");
    values.stream().limit(MOST_COMPLETIONS).forEach(list::add);
    completion.put("total", values.size()).put("hasMore", values.size() > MOST_COMPLETIONS);
    return result;
  }

  private FeatureOutcome perform(McpRequest request)
      throws RpcErrorException, IOException, InterruptedException {
    return switch (request.method()) {
      case "tools/call" -> call(request);
      case "resources/read" -> features.readResource(request, request.requireText("uri"));
      case "prompts/get" ->
          features.prompt(request, request.requireText("name"), request.arguments());
      default -> throw McpErrors.unknownMethod(request.method());
    };
  }

  private FeatureOutcome call(McpRequest request)
      throws RpcErrorException, IOException, InterruptedException {
    var name = request.requireText("name");
    var tool = features.tools().stream().filter(each -> each.name().equals(name)).findFirst();
    if (tool.isEmpty()) {
      throw McpErrors.invalidParams("Unknown tool: " + name);
    }
    request.inputResponses();
    return tool.get().call(request, request.arguments());
  }

  private ObjectNode modernResult(McpRequest request)
      throws RpcErrorException, IOException, InterruptedException {
    return switch (perform(request)) {
      case Complete(var result) ->
          request.method().equals("resources/read") ? cached(result, 0, "private") : result;
      case InputRequired(var requests, var state) -> {
        var result = RpcJson.object().put("resultType", "input_required");
        result.set("inputRequests", requests);
        if (state != null) {
          result.put("requestState", state);
        }
        yield result;
      }
    };
  }

  /// Sends the questions of a feature to a legacy client, and calls the feature again with the
  /// answers.
  private ObjectNode completeByAsking(McpRequest first)
      throws RpcErrorException, IOException, InterruptedException {
    var request = first;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      switch (perform(request)) {
        case Complete(var result) -> {
          return result;
        }
        case InputRequired(var requests, var state) ->
            request = first.answered(answers(request, requests), state);
      }
    }
    throw McpErrors.invalidParams(
        "the request was asked %d times for input and is not complete".formatted(MOST_ROUNDS));
  }

  private static ObjectNode answers(McpRequest request, ObjectNode questions)
      throws RpcErrorException, IOException, InterruptedException {
    var answers = RpcJson.object();
    for (var question : questions.properties()) {
      var method = question.getValue().path("method").asString();
      if (!method.startsWith("elicitation/") || !request.canAnswer("elicitation")) {
        throw McpErrors.missingCapability(method.substring(0, method.indexOf('/')));
      }
      var params = question.getValue().path("params");
      var answer =
          request.link().ask(method, params instanceof ObjectNode some ? some : RpcJson.object());
      answers.set(question.getKey(), asObject(answer));
    }
    return answers;
  }

  private static ObjectNode asObject(JsonNode answer) throws RpcErrorException {
    if (answer instanceof ObjectNode object) {
      return object;
    }
    throw McpErrors.invalidParams("the answer of the client is no object");
  }

  private static ObjectNode cached(ObjectNode result, long millis, String scope) {
    return result.put("ttlMs", millis).put("cacheScope", scope);
  }
}
