package dev.drover.mcp;

import dev.drover.jsonrpc.RpcClosedException;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.jsonrpc.RpcTimeout;
import dev.drover.jsonrpc.RpcTimeoutException;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Text;
import dev.drover.mcp.protocol.ServerLink;
import dev.drover.mcp.protocol.ToolDefinition;
import dev.drover.mcp.transport.HttpStatusException;
import dev.drover.mcp.transport.SessionLostException;
import dev.drover.mcp.transport.WireEra;
import dev.drover.spi.mcp.McpConnection.ServerTool;
import dev.drover.spi.mcp.McpServer.Trust;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.AgentTool.DataFlow;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A tool of a server. What its annotations say counts only if the host trusts the server.
final class RemoteTool implements AgentTool {
  /// With signs of progress, a call may take this many times its limit.
  private static final int MOST_EXTENSIONS = 12;

  private static final Duration MARGIN = Duration.ofSeconds(10);

  private final ToolDefinition definition;
  private final ServerConnection connection;
  private final ToolSpec spec;

  RemoteTool(ToolDefinition definition, ServerConnection connection) {
    this.definition = definition;
    this.connection = connection;
    var server = connection.server();
    this.spec =
        new ToolSpec(
            ServerTool.nameFor(server, definition.name()),
            definition.description(),
            definition.schema(),
            terms(),
            server.callTimeout().multipliedBy(MOST_EXTENSIONS).plus(MARGIN),
            ToolSpec.DEFAULT_OUTPUT_LIMIT);
  }

  private boolean isTrusted() {
    return connection.server().trust() == Trust.TRUSTED;
  }

  private CallTerms terms() {
    if (isTrusted() && definition.hint("readOnlyHint", false)) {
      return new CallTerms(
          EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL);
    }
    if (isTrusted() && definition.hint("idempotentHint", false)) {
      return new CallTerms(
          EffectClass.IDEMPOTENT, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.IN_ORDER);
    }
    return new CallTerms(
        EffectClass.UNSAFE, CallTerms.AfterCrash.TELL_MODEL, CallTerms.Pace.IN_ORDER);
  }

  @Override
  public ToolSpec spec() {
    return spec;
  }

  @Override
  public DataFlow dataFlow() {
    return isTrusted() && !definition.hint("openWorldHint", true)
        ? DataFlow.INSIDE
        : new DataFlow(DataFlow.Origin.OUTSIDE, DataFlow.Reach.LEAVES);
  }

  @Override
  public ToolAnswer call(ToolInvocation call) throws InterruptedException {
    var link = connection.link();
    if (link == null) {
      return failed(
          "the MCP server %s is not connected: %s"
              .formatted(connection.server().name(), connection.status().detail()));
    }
    try {
      return link.era() == WireEra.STATELESS
          ? new StatelessCall(this, link, call).answer()
          : new SessionCall(this, link, call).answer();
    } catch (IllegalArgumentException unanswerable) {
      return failed(String.valueOf(unanswerable.getMessage()));
    }
  }

  @Override
  public DeferredCallNews news(String handle, ToolInvocation call) throws Exception {
    var link = connection.link();
    if (link == null) {
      throw new IOException(
          "the MCP server %s is not connected".formatted(connection.server().name()));
    }
    return new RemoteTask(this, link, handle).news(call);
  }

  ToolDefinition definition() {
    return definition;
  }

  ServerConnection connection() {
    return connection;
  }

  /// Progress extends a call, up to a limit, and is shown.
  RpcTimeout timeout() {
    var limit = connection.server().callTimeout();
    return new RpcTimeout(limit, limit.multipliedBy(MOST_EXTENSIONS));
  }

  static void showProgress(ToolInvocation call, JsonNode params) {
    var done = params.path("progress").asString("");
    var total = params.path("total").asString("");
    var message = params.path("message").asString("");
    var count = total.isEmpty() ? done : done + "/" + total;
    call.output((count + " " + message).strip() + "\n");
  }

  /// One request, and what its failure means for the call.
  sealed interface Reply {
    record Answered(JsonNode result) implements Reply {}

    record Refused(ToolOutcome outcome, @Nullable RpcErrorException error) implements Reply {}
  }

  /// The request of a call.
  interface Exchange {
    JsonNode send() throws IOException, RpcException, InterruptedException;
  }

  /// A session that the server has forgotten is begun again, and a call without effects is
  /// repeated.
  Reply perform(ServerLink link, Exchange exchange) throws InterruptedException {
    long session = link.sessions();
    try {
      try {
        return new Reply.Answered(exchange.send());
      } catch (SessionLostException lost) {
        link.renewSession(session);
        connection.refreshSoon();
        if (spec.terms().effects() == EffectClass.UNSAFE) {
          return new Reply.Refused(
              failed(
                  "the server had forgotten the session, so the call was not carried out; a new"
                      + " session has begun, call again if it is still wanted"),
              null);
        }
        return new Reply.Answered(exchange.send());
      }
    } catch (RpcErrorException error) {
      return new Reply.Refused(failed("the server refused: " + error.getMessage()), error);
    } catch (RpcException | IOException failure) {
      return new Reply.Refused(outcome(link, failure), null);
    }
  }

  private ToolOutcome outcome(ServerLink link, Exception failure) {
    var why = String.valueOf(failure.getMessage());
    switch (failure) {
      case RpcClosedException ended -> {
        connection.suspect(link, why);
        if (ended.sent() == RpcClosedException.Sent.NO) {
          return failed("the call did not reach the server: " + why);
        }
      }
      case RpcTimeoutException _, HttpStatusException _ -> {
        // The server is there.
      }
      default -> connection.suspect(link, why);
    }
    boolean mayHaveHappened =
        spec.terms().effects() == EffectClass.UNSAFE && !(failure instanceof HttpStatusException);
    return mayHaveHappened ? new ToolOutcome.Unknown(why) : failed(why);
  }

  static ToolOutcome failed(String why) {
    return new ToolOutcome.Failed(Text.of(why));
  }

  static ObjectNode arguments(ToolInvocation call) {
    return RpcJson.parse(call.arguments()) instanceof ObjectNode object ? object : RpcJson.object();
  }
}
