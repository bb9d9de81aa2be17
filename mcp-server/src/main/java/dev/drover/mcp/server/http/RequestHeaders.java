package dev.drover.mcp.server.http;

import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcMessage;
import dev.drover.mcp.server.protocol.McpErrors;
import dev.drover.mcp.server.protocol.McpRequest;
import dev.drover.server.HeaderFields;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Compares the header fields of a modern request with its content. A proxy may have decided on the
/// fields, so they must not say anything else.
final class RequestHeaders {
  static final String VERSION = "MCP-Protocol-Version";

  private static final String ENCODED = "=?base64?";
  private static final String ENCODED_END = "?=";

  private RequestHeaders() {}

  static void requireMatch(HeaderFields headers, RpcMessage.Request request, ObjectNode params)
      throws RpcErrorException {
    requireMatch(headers, VERSION, McpRequest.version(params));
    requireMatch(headers, "Mcp-Method", request.method());
    var named =
        switch (request.method()) {
          case "tools/call", "prompts/get" -> "name";
          case "resources/read" -> "uri";
          default -> null;
        };
    if (named != null && params.path(named).isString()) {
      requireMatch(headers, "Mcp-Name", params.path(named).asString());
    }
  }

  private static void requireMatch(HeaderFields headers, String name, @Nullable String expected)
      throws RpcErrorException {
    var sent = headers.all(name);
    if (sent.size() != 1) {
      throw McpErrors.headerMismatch("%s must be sent once".formatted(name));
    }
    if (!decoded(name, sent.getFirst()).equals(expected)) {
      throw McpErrors.headerMismatch(
          "%s '%s' does not match '%s' in the content".formatted(name, sent.getFirst(), expected));
    }
  }

  private static String decoded(String name, String value) throws RpcErrorException {
    if (value.chars().anyMatch(unit -> unit < ' ' || unit > '~')) {
      throw McpErrors.headerMismatch("%s has characters that must be encoded".formatted(name));
    }
    if (!name.equals("Mcp-Name")
        || !value.startsWith(ENCODED)
        || !value.endsWith(ENCODED_END)
        || value.length() < ENCODED.length() + ENCODED_END.length()) {
      return value;
    }
    try {
      var encoded = value.substring(ENCODED.length(), value.length() - ENCODED_END.length());
      return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw McpErrors.headerMismatch("%s is not valid Base64".formatted(name));
    }
  }
}
