package dev.drover.mcp.server.stdio;

import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcException;
import dev.drover.jsonrpc.RpcHandler;
import dev.drover.jsonrpc.RpcId;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.jsonrpc.RpcLimits;
import dev.drover.jsonrpc.RpcLineReader;
import dev.drover.jsonrpc.RpcLineWriter;
import dev.drover.jsonrpc.RpcMessage;
import dev.drover.jsonrpc.RpcPeer;
import dev.drover.jsonrpc.RpcRequestContext;
import dev.drover.jsonrpc.RpcTimeout;
import dev.drover.mcp.server.protocol.ClientLink;
import dev.drover.mcp.server.protocol.McpDispatcher;
import dev.drover.mcp.server.protocol.McpErrors;
import dev.drover.mcp.server.protocol.McpRequest;
import dev.drover.mcp.server.protocol.ProtocolEra;
import dev.drover.mcp.server.protocol.RequestEnding;
import dev.drover.spi.time.Time;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The connection to one client, from the first line to the end of its input.
public final class StdioConnection implements RpcHandler {
  private static final Logger LOG = LoggerFactory.getLogger(StdioConnection.class);

  private final McpDispatcher dispatcher;
  private final String principal;
  private final Duration answerTime;

  /// Of the legacy client; null before its `initialize`.
  private volatile @Nullable ObjectNode legacyCapabilities;

  private StdioConnection(McpDispatcher dispatcher, String principal, Duration answerTime) {
    this.dispatcher = dispatcher;
    this.principal = principal;
    this.answerTime = answerTime;
  }

  /// What a connection needs.
  ///
  /// @param principal the person or program behind the streams
  /// @param answerTime how long a legacy client may take to answer a question
  public record Setup(McpDispatcher dispatcher, String principal, Duration answerTime, Time time) {}

  /// Returns at the end of the input, when all requests have been told to end.
  public static void serve(InputStream in, OutputStream out, Setup setup) {
    var connection = new StdioConnection(setup.dispatcher(), setup.principal(), setup.answerTime());
    var channel = new RpcLineWriter(out, () -> {});
    try (var peer = new RpcPeer(channel, connection, setup.time(), RpcLimits.SERVER)) {
      connection.peer = peer;
      peer.readAll(new RpcLineReader(in, RpcLineReader.DEFAULT_LIMIT));
    }
  }

  private volatile @Nullable RpcPeer peer;

  @Override
  public JsonNode request(RpcRequestContext context) throws Exception {
    return dispatcher.answer(request(context, context.params()));
  }

  private McpRequest request(RpcRequestContext context, ObjectNode params)
      throws RpcErrorException {
    var link = new RequestLink(context, answerTime);
    if (McpRequest.version(params) != null || context.method().equals("server/discover")) {
      var capabilities = McpRequest.requireMetadata(params);
      McpRequest.requireVersion(params);
      return new McpRequest(
          ProtocolEra.MODERN, context.method(), params, capabilities, principal, link);
    }
    if (context.method().equals("initialize")) {
      legacyCapabilities =
          params.path("capabilities") instanceof ObjectNode declared ? declared : RpcJson.object();
    }
    var capabilities = legacyCapabilities;
    if (capabilities == null && !context.method().equals("ping")) {
      throw McpErrors.invalidParams(
          "_meta is missing: send the protocol version and the capabilities of the client with each"
              + " request, or begin with initialize");
    }
    return new McpRequest(
        ProtocolEra.LEGACY,
        context.method(),
        params,
        capabilities == null ? RpcJson.object() : capabilities,
        principal,
        link);
  }

  @Override
  public void notification(RpcMessage.Notification notification) {
    var open = peer;
    if (open != null
        && notification.method().equals("notifications/cancelled")
        && notification.params() != null) {
      RpcId.of(notification.params().path("requestId"))
          .ifPresent(
              id -> {
                var _ = open.cancelRequest(id, null);
              });
    }
  }

  @Override
  public void problem(String what, @Nullable Throwable cause) {
    LOG.warn("MCP: {}", what, cause);
  }

  /// The way back to the client of one request.
  private record RequestLink(RpcRequestContext context, Duration answerTime) implements ClientLink {
    @Override
    public void notify(String method, ObjectNode params) throws IOException {
      if (ending() != RequestEnding.NONE) {
        throw new IOException("the request was cancelled");
      }
      context.peer().notify(method, params);
    }

    @Override
    public JsonNode ask(String method, ObjectNode params) throws IOException, InterruptedException {
      try {
        return context.peer().call(method, params, RpcTimeout.of(answerTime));
      } catch (RpcException refused) {
        throw new IOException("the client did not answer: " + refused.getMessage(), refused);
      }
    }

    /// At the end of its input this process ends: the request is not cancelled, it can be found
    /// again by the next process.
    @Override
    public RequestEnding ending() {
      if (context.peer().isClosed()) {
        return RequestEnding.STOPPED;
      }
      return context.isCancelled() ? RequestEnding.CANCELLED : RequestEnding.NONE;
    }
  }
}
