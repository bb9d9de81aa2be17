package dev.drover.mcp.server.http;

import dev.drover.jsonrpc.ReadMessage;
import dev.drover.jsonrpc.RpcError;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcId;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.jsonrpc.RpcMessage;
import dev.drover.kernel.value.Problem;
import dev.drover.mcp.server.protocol.McpDispatcher;
import dev.drover.mcp.server.protocol.McpRequest;
import dev.drover.mcp.server.protocol.ProtocolEra;
import dev.drover.server.CallHandler;
import dev.drover.server.CallRefusedException;
import dev.drover.server.HeaderFields;
import dev.drover.server.HttpCall;
import dev.drover.server.HttpReply;
import dev.drover.spi.Bytes;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The endpoint of the protocol.
///
/// A call without the version of the modern era in its header or its content is of a legacy client.
public final class McpHttpHandler implements CallHandler {
  private static final int ACCEPTED = 202;
  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;

  private final McpDispatcher dispatcher;
  private final Setup setup;
  private final LegacySessions sessions;

  /// @param path of the endpoint
  /// @param sessions how many legacy clients are remembered
  /// @param beat after which a stream without news sends a comment
  /// @param answerTime how long a legacy client may take to answer a question
  /// @param freshId of a legacy session; must not be guessable
  public record Setup(
      String path, int sessions, Duration beat, Duration answerTime, Supplier<String> freshId) {}

  public McpHttpHandler(McpDispatcher dispatcher, Setup setup) {
    this.dispatcher = dispatcher;
    this.setup = setup;
    this.sessions = new LegacySessions(setup.sessions());
  }

  @Override
  public HttpReply handle(HttpCall call) throws CallRefusedException, InterruptedException {
    if (!call.path().equals(setup.path())) {
      throw refusal(NOT_FOUND, "not_found", "there is nothing at this path", "Use " + setup.path());
    }
    return switch (call.method()) {
      case "POST" -> post(call);
      case "DELETE" -> delete(call);
      default ->
          throw new CallRefusedException(
              405,
              new Problem(
                  "method_not_allowed",
                  "Wrong method",
                  "the endpoint takes POST and DELETE only",
                  "Send each message with POST."),
              HeaderFields.NONE.with("Allow", "POST, DELETE"));
    };
  }

  private static CallRefusedException refusal(
      int status, String code, String detail, String remedy) {
    return new CallRefusedException(
        status, new Problem(code, "The call was refused", detail, remedy));
  }

  private HttpReply post(HttpCall call) throws CallRefusedException, InterruptedException {
    var type = call.headers().first("Content-Type").orElse("").toLowerCase(Locale.ROOT);
    if (!type.startsWith("application/json")) {
      throw refusal(
          415, "content_type", "the content must be application/json", "Set Content-Type.");
    }
    var bytes = call.body().read();
    return switch (RpcJson.read(bytes, 0, bytes.length)) {
      case ReadMessage.Unreadable unreadable ->
          failure(BAD_REQUEST, unreadable.id(), unreadable.error());
      case ReadMessage.Message(var message) -> receive(call, message);
    };
  }

  private HttpReply receive(HttpCall call, RpcMessage message)
      throws CallRefusedException, InterruptedException {
    return switch (message) {
      case RpcMessage.Request request -> {
        var params = request.params() instanceof ObjectNode given ? given : RpcJson.object();
        if (request.params() != null && !request.params().isObject()) {
          yield failure(
              BAD_REQUEST,
              request.id(),
              new RpcError(RpcError.INVALID_PARAMS, "params must be an object"));
        }
        yield isModern(call, params)
            ? modern(call, request, params)
            : legacy(call, request, params);
      }
      case RpcMessage.Notification notification -> hear(call, notification);
      case RpcMessage.Answer answer -> {
        if (!session(call).answer(answer)) {
          throw refusal(
              BAD_REQUEST, "answer_unknown", "nothing was asked under this id", "Drop the answer.");
        }
        yield HttpReply.empty(ACCEPTED);
      }
    };
  }

  private static boolean isModern(HttpCall call, JsonNode params) {
    var header = call.headers().first(RequestHeaders.VERSION);
    return McpRequest.version(params) != null
        || header.filter(version -> !ProtocolEra.LEGACY_VERSIONS.contains(version)).isPresent();
  }

  private HttpReply modern(HttpCall call, RpcMessage.Request request, ObjectNode params)
      throws InterruptedException {
    ObjectNode capabilities;
    try {
      capabilities = McpRequest.requireMetadata(params);
      RequestHeaders.requireMatch(call.headers(), request, params);
      McpRequest.requireVersion(params);
    } catch (RpcErrorException refused) {
      return failure(BAD_REQUEST, request.id(), refused.error());
    }
    var posted =
        new PostedRequest(request.id(), setup.beat(), acceptsStream(call), null, HeaderFields.NONE);
    return posted.reply(
        () ->
            dispatcher.answer(
                new McpRequest(
                    ProtocolEra.MODERN,
                    request.method(),
                    params,
                    capabilities,
                    call.principal(),
                    posted)));
  }

  private HttpReply legacy(HttpCall call, RpcMessage.Request request, ObjectNode params)
      throws CallRefusedException, InterruptedException {
    if (request.method().equals("initialize")) {
      return initialize(call, request, params);
    }
    var session = session(call);
    var posted =
        new PostedRequest(
            request.id(), setup.beat(), acceptsStream(call), session, HeaderFields.NONE);
    if (!session.begin(request.id(), posted)) {
      return failure(
          BAD_REQUEST,
          request.id(),
          new RpcError(RpcError.INVALID_REQUEST, "a request with this id is in progress"));
    }
    var legacy =
        new McpRequest(
            ProtocolEra.LEGACY,
            request.method(),
            params,
            session.capabilities(),
            call.principal(),
            posted);
    return posted.reply(
        () -> {
          try {
            return dispatcher.answer(legacy);
          } finally {
            session.end(request.id());
          }
        });
  }

  private HttpReply initialize(HttpCall call, RpcMessage.Request request, ObjectNode params)
      throws CallRefusedException, InterruptedException {
    var capabilities =
        params.path("capabilities") instanceof ObjectNode declared ? declared : RpcJson.object();
    var session =
        new LegacySession(
            setup.freshId().get(), capabilities, call.principal(), setup.answerTime());
    if (!sessions.add(session)) {
      throw refusal(503, "server_busy", "too many clients have requests", "Try again later.");
    }
    var posted =
        new PostedRequest(
            request.id(),
            setup.beat(),
            acceptsStream(call),
            session,
            HeaderFields.NONE.with(LegacySession.HEADER, session.id()));
    return posted.reply(
        () ->
            dispatcher.answer(
                new McpRequest(
                    ProtocolEra.LEGACY,
                    request.method(),
                    params,
                    capabilities,
                    call.principal(),
                    posted)));
  }

  private static boolean acceptsStream(HttpCall call) {
    return call.headers().all("Accept").stream()
        .anyMatch(accept -> accept.contains("text/event-stream") || accept.contains("*/*"));
  }

  private HttpReply hear(HttpCall call, RpcMessage.Notification notification)
      throws CallRefusedException {
    var params = notification.params() == null ? RpcJson.object() : notification.params();
    if (!isModern(call, params)) {
      var session = session(call);
      if (notification.method().equals("notifications/cancelled")) {
        RpcId.of(params.path("requestId")).ifPresent(session::cancel);
      }
    }
    return HttpReply.empty(ACCEPTED);
  }

  private HttpReply delete(HttpCall call) throws CallRefusedException {
    var session = session(call);
    sessions.remove(session);
    session.cancelAll();
    return HttpReply.empty(204);
  }

  private LegacySession session(HttpCall call) throws CallRefusedException {
    var id = call.headers().first(LegacySession.HEADER);
    if (id.isEmpty()) {
      throw refusal(
          BAD_REQUEST,
          "session_missing",
          "the call has neither a session of initialize nor the metadata of version "
              + ProtocolEra.MODERN_VERSION,
          "Begin with initialize, or send _meta with each request.");
    }
    return sessions
        .find(id.get(), call.principal())
        .orElseThrow(
            () ->
                refusal(
                    NOT_FOUND,
                    "session_unknown",
                    "the server does not know this session, or knows it no longer",
                    "Send initialize again. Sessions and runs of agents are not affected."));
  }

  private static HttpReply failure(int status, RpcId id, RpcError error) {
    var message = new RpcMessage.Failure(id, error);
    return new HttpReply.Whole(
        status,
        HeaderFields.NONE.with("Content-Type", "application/json"),
        Bytes.of(RpcJson.bytes(message)));
  }

  /// How many legacy clients are remembered now.
  int rememberedClients() {
    return sessions.size();
  }
}
