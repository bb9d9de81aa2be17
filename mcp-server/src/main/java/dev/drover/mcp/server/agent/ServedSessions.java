package dev.drover.mcp.server.agent;

import dev.drover.Drover;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.value.SessionId;
import dev.drover.mcp.server.protocol.McpErrors;
import dev.drover.mcp.server.protocol.ServerFeatures.ListPage;
import dev.drover.problem.NotFound.ArtifactNotFound;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.query.RunSnapshot;
import dev.drover.spi.store.ArtifactStore.ArtifactRow;
import dev.drover.spi.store.Catalog.SessionRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Sessions and their artifacts, by address. Reading one does not open the session, so it drives
/// nothing.
final class ServedSessions {
  static final String SESSION = "drover://sessions/{session}";
  static final String ARTIFACT = "drover://sessions/{session}/artifacts/{artifact}";

  private static final Pattern ADDRESS =
      Pattern.compile("drover://sessions/([A-Za-z0-9_-]{1,64})(?:/artifacts/([0-9a-f]{8,64}))?");
  private static final int PAGE = 100;
  private static final int LARGEST_ARTIFACT = 4 * 1024 * 1024;

  private final Drover drover;

  ServedSessions(Drover drover) {
    this.drover = drover;
  }

  /// Newest first. The cursor is the position of the last session of the page before.
  ListPage page(@Nullable String cursor) throws RpcErrorException {
    long before = cursor == null ? Long.MAX_VALUE : position(cursor);
    var rows =
        drover.queries().sessions().reversed().stream()
            .filter(row -> row.ordinal() < before)
            .limit(PAGE + 1L)
            .toList();
    var items = rows.stream().limit(PAGE).map(ServedSessions::listed).toList();
    boolean isLast = rows.size() <= PAGE;
    return new ListPage(items, isLast ? null : Long.toString(rows.get(PAGE - 1).ordinal()));
  }

  private static long position(String cursor) throws RpcErrorException {
    try {
      return Long.parseLong(cursor);
    } catch (NumberFormatException malformed) {
      throw McpErrors.invalidParams("there is no cursor '%s'".formatted(cursor));
    }
  }

  private static ObjectNode listed(SessionRow row) {
    return RpcJson.object()
        .put("uri", uri(row.session()))
        .put("name", row.session().value())
        .put(
            "description",
            "session of agent %s, %s"
                .formatted(
                    row.agent(),
                    row.running() == null ? "no run in progress" : "a run in progress"))
        .put("mimeType", "application/json");
  }

  private static String uri(SessionId session) {
    return "drover://sessions/" + session;
  }

  List<ObjectNode> templates() {
    return List.of(
        template(SESSION, "session", "A session: its runs, their status, answers and questions."),
        template(ARTIFACT, "artifact", "An output that was too large for the conversation."));
  }

  private static ObjectNode template(String uri, String name, String description) {
    return RpcJson.object()
        .put("uriTemplate", uri)
        .put("name", name)
        .put("description", description);
  }

  ObjectNode read(String uri) throws RpcErrorException, IOException {
    var address = ADDRESS.matcher(uri);
    if (!address.matches()) {
      throw McpErrors.unknownResource(uri);
    }
    var session = session(uri, address.group(1));
    var result = RpcJson.object();
    var contents = result.putArray("contents").addObject().put("uri", uri);
    if (address.group(2) == null) {
      contents.put("mimeType", "application/json").put("text", RpcJson.text(described(session)));
    } else {
      readArtifact(contents, session.session(), uri, address.group(2));
    }
    return result;
  }

  private SessionRow session(String uri, String id) throws RpcErrorException {
    try {
      var row = drover.queries().session(new SessionId(id));
      if (row.isPresent()) {
        return row.get();
      }
    } catch (IllegalArgumentException malformed) {
      throw McpErrors.unknownResource(uri);
    }
    throw McpErrors.unknownResource(uri);
  }

  private ObjectNode described(SessionRow row) {
    var json =
        RpcJson.object()
            .put("session", row.session().value())
            .put("agent", row.agent())
            .put("workspace", row.workspace())
            .put("opened_at", row.openedAt().toString())
            .put("events", row.tail());
    var runs = json.putArray("runs");
    drover.queries().runs(row.session()).forEach(run -> runs.add(described(run)));
    var approvals = json.putArray("approvals");
    drover.queries().approvals().stream()
        .filter(open -> open.id().session().equals(row.session()))
        .forEach(open -> approvals.add(open.id().toString()));
    var artifacts = json.putArray("artifacts");
    drover.artifacts(row.session()).list().forEach(each -> artifacts.add(listed(row, each)));
    return json;
  }

  private ObjectNode described(RunSnapshot run) {
    var json =
        RpcJson.object()
            .put("run", run.run().toString())
            .put("status", run.status().name().toLowerCase(Locale.ROOT))
            .put("title", run.title())
            .put("waiting_for", run.waitingFor())
            .put("accepted_at", run.acceptedAt().toString());
    if (run.status().isTerminal()) {
      var details = drover.queries().details(run.run());
      details.result().ifPresent(text -> json.put("text", text));
      details.error().ifPresent(problem -> json.set("problem", ToolResults.json(problem)));
    }
    return json;
  }

  private static ObjectNode listed(SessionRow row, ArtifactRow artifact) {
    return RpcJson.object()
        .put("uri", uri(row.session()) + "/artifacts/" + artifact.name().sha256())
        .put("bytes", artifact.bytes())
        .put("at", artifact.at().toString());
  }

  private void readArtifact(ObjectNode contents, SessionId session, String uri, String name)
      throws RpcErrorException, IOException {
    try {
      var artifacts = drover.artifacts(session);
      var row = artifacts.find(name);
      if (row.isEmpty()) {
        throw McpErrors.unknownResource(uri);
      }
      if (row.get().bytes() > LARGEST_ARTIFACT) {
        throw McpErrors.invalidParams(
            "the artifact has %d bytes, and at most %d are sent"
                .formatted(row.get().bytes(), LARGEST_ARTIFACT));
      }
      try (var in = artifacts.open(row.get().name())) {
        put(contents, in.readAllBytes());
      }
    } catch (ArtifactNotFound | SessionNotFound gone) {
      throw McpErrors.unknownResource(uri);
    }
  }

  private static void put(ObjectNode contents, byte[] bytes) {
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      contents.put("mimeType", "text/plain").put("text", text);
    } catch (CharacterCodingException binary) {
      contents
          .put("mimeType", "application/octet-stream")
          .put("blob", Base64.getEncoder().encodeToString(bytes));
    }
  }

  /// Ids of sessions that begin with this, or names of artifacts of no session.
  List<String> complete(String argument, String value) {
    return argument.equals("session")
        ? drover.queries().sessionsStartingWith(value, PAGE).stream()
            .map(SessionId::value)
            .collect(Collectors.toUnmodifiableList())
        : List.of();
  }
}
