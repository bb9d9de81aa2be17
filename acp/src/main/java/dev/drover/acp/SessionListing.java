package dev.drover.acp;

import dev.drover.acp.EditorHost.ListedSession;
import dev.drover.acp.wire.AcpParams;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcJson;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Pages of sessions, newest first. A cursor names the last session of a page, so sessions that are
/// created in the meantime change no later page.
final class SessionListing {
  private static final int PAGE = 50;
  private static final Comparator<ListedSession> NEWEST_FIRST =
      Comparator.comparing(ListedSession::openedAt)
          .thenComparing(ListedSession::session)
          .reversed();

  private SessionListing() {}

  static ObjectNode page(EditorHost host, JsonNode params) throws RpcErrorException {
    var folder =
        params.path("cwd").isString() ? AcpParams.path(params.path("cwd").asString()) : null;
    var all = host.sessions(folder).stream().sorted(NEWEST_FIRST).toList();
    var rest = after(all, params.path("cursor"));
    var result = RpcJson.object();
    var sessions = result.putArray("sessions");
    for (var session : rest.subList(0, Math.min(PAGE, rest.size()))) {
      var json = sessions.addObject();
      json.put("sessionId", session.session().value());
      json.put("cwd", session.folder());
      if (!session.title().isEmpty()) {
        json.put("title", session.title());
      }
      json.put("updatedAt", session.updatedAt().toString());
    }
    if (rest.size() > PAGE) {
      result.put("nextCursor", cursor(rest.get(PAGE - 1)));
    }
    return result;
  }

  private static String cursor(ListedSession session) {
    return session.openedAt() + "/" + session.session();
  }

  private static List<ListedSession> after(List<ListedSession> all, JsonNode cursor)
      throws RpcErrorException {
    if (cursor.isMissingNode() || cursor.isNull()) {
      return all;
    }
    var text = cursor.asString("");
    int slash = text.indexOf('/');
    try {
      var at = Instant.parse(slash < 0 ? text : text.substring(0, slash));
      var id = text.substring(slash + 1);
      return all.stream()
          .filter(
              one ->
                  one.openedAt().isBefore(at)
                      || (one.openedAt().equals(at) && one.session().value().compareTo(id) < 0))
          .toList();
    } catch (DateTimeException malformed) {
      throw AcpParams.invalid("cursor is not one that session/list gave");
    }
  }
}
