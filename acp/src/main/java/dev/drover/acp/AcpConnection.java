package dev.drover.acp;

import dev.drover.acp.OpenSessions.History;
import dev.drover.acp.wire.AcpParams;
import dev.drover.acp.wire.ClientFeatures;
import dev.drover.acp.wire.PromptReader;
import dev.drover.acp.wire.UpdateJson;
import dev.drover.jsonrpc.ReadMessage;
import dev.drover.jsonrpc.RpcCall;
import dev.drover.jsonrpc.RpcError;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcHandler;
import dev.drover.jsonrpc.RpcId;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.jsonrpc.RpcMessage;
import dev.drover.jsonrpc.RpcPeer;
import dev.drover.jsonrpc.RpcRequestContext;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One editor: its requests are answered, its notifications carried out.
///
/// [#announce] and [#notification] belong to the reading thread, [#request] to one thread for each
/// request.
final class AcpConnection implements RpcHandler {
  static final int PROTOCOL = 1;

  private static final Logger LOG = LoggerFactory.getLogger(AcpConnection.class);
  private static final String PROMPT = "session/prompt";

  private final EditorHost host;
  private final OpenSessions sessions;
  private final Map<RpcId, AnnouncedPrompt> announced = new ConcurrentHashMap<>();
  private volatile @Nullable UpdateJson format;
  private volatile boolean ended;

  /// A prompt that has arrived.
  ///
  /// @param session as the editor names it
  private record AnnouncedPrompt(String session, PromptTurn turn) {}

  AcpConnection(EditorHost host, AnswerChannel answers) {
    this.host = host;
    this.sessions = new OpenSessions(host, answers);
  }

  /// Notes a prompt before its thread starts, so that a cancel behind it finds it.
  void announce(ReadMessage read) {
    if (read instanceof ReadMessage.Message(RpcMessage.Request(var id, var method, var params))
        && method.equals(PROMPT)
        && params != null) {
      var session = params.path("sessionId").asString("");
      announced.putIfAbsent(id, new AnnouncedPrompt(session, freshTurn()));
    }
  }

  private PromptTurn freshTurn() {
    return new PromptTurn(new RunKey(host.time().freshId("acp-")));
  }

  @Override
  public JsonNode request(RpcRequestContext request) throws Exception {
    return AcpProblems.translate(() -> answer(request));
  }

  private JsonNode answer(RpcRequestContext request) throws Exception {
    return switch (request.method()) {
      case "initialize" -> initialize(request.params());
      case "authenticate" ->
          throw AcpParams.invalid(
              "there is nothing to authenticate: keys of models come from the environment or the"
                  + " configuration of drover");
      case "session/new" -> sessions.create(request, format());
      case "session/load" -> sessions.load(request, format(), History.REPLAYED);
      case "session/resume" -> sessions.load(request, format(), History.OMITTED);
      case "session/list" -> {
        format();
        yield SessionListing.page(host, request.params());
      }
      case "session/close" -> done(() -> sessions.close(request.params()));
      case "session/delete" -> done(() -> sessions.delete(request.params()));
      case "session/set_mode" -> done(() -> sessions.choose(request.params()));
      case PROMPT -> prompt(request);
      default -> throw new RpcErrorException(RpcError.unknownMethod(request.method()));
    };
  }

  private interface SessionAction {
    void run() throws RpcErrorException;
  }

  private static ObjectNode done(SessionAction action) throws RpcErrorException {
    action.run();
    return RpcJson.object();
  }

  private UpdateJson format() throws RpcErrorException {
    var known = format;
    if (known == null) {
      throw new RpcErrorException(RpcError.INVALID_REQUEST, "send initialize first");
    }
    return known;
  }

  /// Whatever version the editor prefers: this is the one that there is.
  private ObjectNode initialize(ObjectNode params) throws RpcErrorException {
    if (!params.path("protocolVersion").isIntegralNumber()) {
      throw AcpParams.invalid("protocolVersion must be an integer");
    }
    format = new UpdateJson(ClientFeatures.read(params.path("clientCapabilities")));
    var result = RpcJson.object().put("protocolVersion", PROTOCOL);
    var can = result.putObject("agentCapabilities").put("loadSession", true);
    can.putObject("promptCapabilities")
        .put("image", true)
        .put("audio", true)
        .put("embeddedContext", true);
    can.putObject("mcpCapabilities").put("http", true).put("sse", false);
    var session = can.putObject("sessionCapabilities");
    List.of("list", "delete", "resume", "close").forEach(session::putObject);
    result.putArray("authMethods");
    result
        .putObject("agentInfo")
        .put("name", "drover")
        .put("title", "Drover")
        .put("version", host.version());
    return result;
  }

  private ObjectNode prompt(RpcRequestContext request) throws Exception {
    var known = announced.get(request.id());
    var turn = known == null ? freshTurn() : known.turn();
    try {
      var params = request.params();
      var session = sessions.require(params);
      var prompt = PromptReader.read(params.path("prompt"), session.workspace().folder());
      var reason = new PromptRunner(session, turn).run(prompt);
      return RpcJson.object().put("stopReason", reason.word());
    } finally {
      announced.remove(request.id());
    }
  }

  @Override
  public void notification(RpcMessage.Notification notification) {
    var params = notification.params() == null ? RpcJson.object() : notification.params();
    switch (notification.method()) {
      case "session/cancel" -> cancel(params.path("sessionId").asString(""));
      case "$/cancel_request" -> RpcId.of(params.path("requestId")).ifPresent(this::cancelRequest);
      default -> LOG.debug("the notification {} is not known", notification.method());
    }
  }

  private void cancel(String id) {
    announced.values().stream()
        .filter(prompt -> prompt.session().equals(id))
        .forEach(prompt -> prompt.turn().cancel());
    var session = find(id);
    if (session != null) {
      var meant = session.noteCancel();
      Thread.ofVirtual().name("acp-cancel").start(() -> session.cancel(meant));
    }
  }

  private @Nullable EditorSession find(String id) {
    try {
      return sessions.find(new SessionId(id));
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }

  /// A prompt ends as if its session had been cancelled; other requests are short and are answered.
  private void cancelRequest(RpcId id) {
    var prompt = announced.get(id);
    if (prompt != null) {
      cancel(prompt.session());
    }
  }

  /// The editor need no longer answer.
  @Override
  public void abandoned(RpcPeer peer, RpcCall call, String why) {
    var params = RpcJson.object();
    params.set("requestId", call.id().json());
    try {
      peer.notify("$/cancel_request", params);
    } catch (IOException gone) {
      LOG.debug("the editor is gone", gone);
    }
  }

  @Override
  public void problem(String what, @Nullable Throwable cause) {
    if (ended) {
      LOG.debug("after the end: {}", what, cause);
    } else {
      LOG.warn("{}", what, cause);
    }
  }

  /// The input has ended: nobody waits for the answers that are still being made.
  void noteEnd() {
    ended = true;
  }

  void releaseAll(Duration limit) {
    sessions.releaseAll(limit);
  }
}
