package dev.drover.acp;

import dev.drover.OpenMode;
import dev.drover.acp.EditorSession.SessionPreparation;
import dev.drover.acp.update.EditorUpdate.PersonNotified;
import dev.drover.acp.update.EditorUpdate.Severity;
import dev.drover.acp.wire.AcpParams;
import dev.drover.acp.wire.EditorServers;
import dev.drover.acp.wire.UpdateJson;
import dev.drover.jsonrpc.RpcError;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.jsonrpc.RpcRequestContext;
import dev.drover.kernel.value.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The sessions that one editor has open, and the requests that open and close them.
///
/// Safe for use by many threads.
final class OpenSessions {
  private final EditorHost host;
  private final AnswerChannel answers;
  private final Map<SessionId, EditorSession> open = new ConcurrentHashMap<>();

  OpenSessions(EditorHost host, AnswerChannel answers) {
    this.host = host;
    this.answers = answers;
  }

  @Nullable EditorSession find(SessionId id) {
    return open.get(id);
  }

  EditorSession require(JsonNode params) throws RpcErrorException {
    var id = AcpParams.session(params);
    var found = open.get(id);
    if (found == null) {
      throw new RpcErrorException(
          AcpParams.NOT_FOUND,
          "session %s is not open; open it with session/load or session/resume".formatted(id));
    }
    return found;
  }

  ObjectNode create(RpcRequestContext request, UpdateJson format) throws RpcErrorException {
    var params = request.params();
    AcpParams.requireOneFolder(params);
    var servers = EditorServers.of(params);
    var workspace = host.create(AcpParams.folder(params), servers.usable());
    var session =
        opened(
            request,
            workspace,
            format,
            _ -> workspace.agent().open(workspace.session(), OpenMode.CREATE));
    afterAnswer(request, session, servers);
    var result = RpcJson.object().put("sessionId", session.session().id().value());
    result.set("modes", modes(session));
    return result;
  }

  /// What is shown of the past of a session.
  enum History {
    REPLAYED,
    OMITTED
  }

  ObjectNode load(RpcRequestContext request, UpdateJson format, History history)
      throws RpcErrorException {
    var params = request.params();
    AcpParams.requireOneFolder(params);
    var id = AcpParams.session(params);
    var servers = EditorServers.of(params);
    var folder = AcpParams.folder(params);
    letGo(id);
    var workspace = host.open(folder, id, servers.usable());
    SessionPreparation preparation =
        feed -> {
          switch (history) {
            case REPLAYED -> feed.replay();
            case OMITTED -> feed.prime();
          }
          return workspace.agent().open(id, OpenMode.RESUME);
        };
    var session = opened(request, workspace, format, preparation);
    afterAnswer(request, session, servers);
    var result = RpcJson.object();
    result.set("modes", modes(session));
    return result;
  }

  /// An editor may open a session twice; the later one counts.
  private void letGo(SessionId id) throws RpcErrorException {
    var before = open.get(id);
    if (before == null) {
      return;
    }
    if (before.isBusy()) {
      throw new RpcErrorException(
          RpcError.INVALID_REQUEST,
          "a prompt of session %s is in progress; cancel it, or wait for its end".formatted(id));
    }
    open.remove(id, before);
    before.release();
  }

  private EditorSession opened(
      RpcRequestContext request,
      EditorWorkspace workspace,
      UpdateJson format,
      SessionPreparation preparation) {
    boolean isOpen = false;
    try {
      var updates = new SessionUpdates(request.peer(), workspace.session(), format);
      var session = new EditorSession(workspace, host, updates, preparation);
      open.put(workspace.session(), session);
      isOpen = true;
      return session;
    } finally {
      if (!isOpen) {
        workspace.close();
      }
    }
  }

  private void afterAnswer(
      RpcRequestContext request, EditorSession session, EditorServers servers) {
    answers.afterResult(
        request.id(),
        () -> {
          var updates = session.updates();
          updates.sendJson(commands(session));
          warnings(session, servers)
              .forEach(
                  warning -> updates.send(new PersonNotified(Severity.WARNING, "Drover", warning)));
          session.follow();
        });
  }

  private List<String> warnings(EditorSession session, EditorServers servers) {
    var all = new ArrayList<>(session.workspace().warnings());
    session.session().warnings().forEach(problem -> all.add(problem.toString()));
    servers.unusable().forEach(why -> all.add(host.visible(why)));
    return all;
  }

  private static ObjectNode commands(EditorSession session) {
    var json = RpcJson.object().put("sessionUpdate", "available_commands_update");
    var all = json.putArray("availableCommands");
    for (var command : session.workspace().commands().all()) {
      var one = all.addObject().put("name", command.name()).put("description", command.help());
      if (!command.arguments().isEmpty()) {
        one.putObject("input").put("hint", command.arguments());
      }
    }
    return json;
  }

  private static ObjectNode modes(EditorSession session) {
    var json = RpcJson.object().put("currentModeId", session.mode().id());
    var all = json.putArray("availableModes");
    for (var mode : PermissionMode.values()) {
      all.addObject()
          .put("id", mode.id())
          .put("name", mode.title())
          .put("description", mode.description());
    }
    return json;
  }

  void choose(JsonNode params) throws RpcErrorException {
    var session = require(params);
    var id = AcpParams.text(params, "modeId");
    var mode =
        PermissionMode.find(id)
            .orElseThrow(
                () ->
                    AcpParams.invalid(
                        "there is no mode '%s'; use ask, auto or deny".formatted(id)));
    session.choose(mode);
  }

  void close(JsonNode params) throws RpcErrorException {
    var session = require(params);
    open.remove(session.session().id(), session);
    session.close();
  }

  void delete(JsonNode params) throws RpcErrorException {
    var id = AcpParams.session(params);
    var session = open.remove(id);
    if (session != null) {
      session.deleteAndClose();
    } else if (!host.delete(id)) {
      throw new RpcErrorException(AcpParams.NOT_FOUND, "there is no session " + id);
    }
  }

  /// Lets all go without ending a run: the editor is gone.
  ///
  /// @param limit for all of them together; what takes longer ends with the process
  void releaseAll(Duration limit) {
    var threads = new ArrayList<Thread>();
    for (var session : open.values()) {
      threads.add(Thread.ofVirtual().name("acp-release").start(session::release));
    }
    try {
      for (var thread : threads) {
        thread.join(limit);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
