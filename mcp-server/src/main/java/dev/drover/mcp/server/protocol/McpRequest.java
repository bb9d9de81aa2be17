package dev.drover.mcp.server.protocol;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One request of a client.
///
/// @param capabilities that the client has declared
/// @param principal the person or program that asks
public record McpRequest(
    ProtocolEra era,
    String method,
    ObjectNode params,
    ObjectNode capabilities,
    String principal,
    ClientLink link) {
  private static final String META = "_meta";
  private static final String PREFIX = "io.modelcontextprotocol/";
  private static final String VERSION = PREFIX + "protocolVersion";
  private static final String CAPABILITIES = PREFIX + "clientCapabilities";

  public McpRequest {
    nonNull(era, "era");
    nonNull(method, "method");
    nonNull(params, "params");
    nonNull(capabilities, "capabilities");
    nonNull(principal, "principal");
    nonNull(link, "link");
  }

  /// The version in the content of a modern request.
  ///
  /// @return null if there is none
  public static @Nullable String version(JsonNode params) {
    var version = params.path(META).path(VERSION);
    return version.isString() ? version.asString() : null;
  }

  /// The capabilities in the content of a modern request.
  ///
  /// @throws RpcErrorException if it does not say what each modern request has to say
  public static ObjectNode requireMetadata(ObjectNode params) throws RpcErrorException {
    if (!params.path(META).isObject()) {
      throw McpErrors.invalidParams(
          "_meta is missing: send %s and %s with each request, or begin with initialize"
              .formatted(VERSION, CAPABILITIES));
    }
    if (version(params) == null) {
      throw McpErrors.invalidParams("_meta must have the text " + VERSION);
    }
    if (!(params.path(META).path(CAPABILITIES) instanceof ObjectNode capabilities)) {
      throw McpErrors.invalidParams("_meta must have the object " + CAPABILITIES);
    }
    return capabilities;
  }

  /// @throws RpcErrorException if a modern request is of another version than is spoken here
  public static void requireVersion(ObjectNode params) throws RpcErrorException {
    var version = version(params);
    if (!ProtocolEra.MODERN_VERSION.equals(version)) {
      throw McpErrors.unsupportedVersion(String.valueOf(version));
    }
  }

  /// @param capability such as `elicitation`
  public boolean canAnswer(String capability) {
    return capabilities.path(capability).isObject();
  }

  /// Answers to the questions of an earlier result; null if there are none.
  ///
  /// @throws RpcErrorException if they are malformed
  public @Nullable ObjectNode inputResponses() throws RpcErrorException {
    var responses = params.get("inputResponses");
    if (responses == null) {
      return null;
    }
    if (!(responses instanceof ObjectNode object)
        || object.valueStream().anyMatch(value -> !value.isObject())) {
      throw McpErrors.invalidParams("inputResponses must be an object of objects");
    }
    return object;
  }

  /// The state of an earlier result, as the client returned it; null if there is none.
  ///
  /// @throws RpcErrorException if it is malformed
  public @Nullable String requestState() throws RpcErrorException {
    var state = params.get("requestState");
    if (state != null && !state.isString()) {
      throw McpErrors.invalidParams("requestState must be a text");
    }
    return state == null ? null : state.asString();
  }

  /// The same request with answers.
  McpRequest answered(ObjectNode responses, @Nullable String state) {
    var answered = params.deepCopy();
    answered.set("inputResponses", responses);
    answered.remove("requestState");
    if (state != null) {
      answered.put("requestState", state);
    }
    return new McpRequest(era, method, answered, capabilities, principal, link);
  }

  /// The token under which the client wants to hear of progress; null if it does not.
  public @Nullable JsonNode progressToken() {
    var token = params.path(META).get("progressToken");
    return token != null && (token.isString() || token.isIntegralNumber()) ? token : null;
  }

  /// @throws RpcErrorException if there is no such text
  public String requireText(String name) throws RpcErrorException {
    var value = params.path(name);
    if (!value.isString()) {
      throw McpErrors.invalidParams("%s needs the text '%s'".formatted(method, name));
    }
    return value.asString();
  }

  /// The arguments of a call or prompt; empty if there are none.
  ///
  /// @throws RpcErrorException if they are no object
  public ObjectNode arguments() throws RpcErrorException {
    return switch (params.get("arguments")) {
      case null -> RpcJson.object();
      case ObjectNode object -> object;
      case JsonNode other when other.isNull() -> RpcJson.object();
      case JsonNode _ -> throw McpErrors.invalidParams("arguments must be an object");
    };
  }
}
