package dev.drover.cli.command;

import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.problem.DroverException;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.SessionUnavailable.SessionUnreadable;
import dev.drover.spi.store.Catalog.SessionRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the sessions that have to continue.
///
/// @param only null for all
record UnfinishedSessions(CliInvocation call, CliRuntime runtime, @Nullable SessionId only) {

  /// A session with unfinished work, or one that is unreadable.
  sealed interface Unfinished {
    SessionId session();
  }

  /// @param run null if none is going, but child sessions work or have worked for it
  /// @param model the name of its original model
  record Resumable(SessionId session, @Nullable RunId run, long tail, String model)
      implements Unfinished {}

  record Broken(SessionId session, DroverException problem) implements Unfinished {}

  /// @throws SessionNotFound if the requested session does not exist
  List<Unfinished> find() {
    if (only != null && runtime.queries().session(only).isEmpty()) {
      throw new SessionNotFound(only);
    }
    var all = new LinkedHashMap<SessionId, Unfinished>();
    for (var row : pending()) {
      try {
        var root = root(row);
        if (isWanted(row, root) && isOfAgent(root)) {
          all.putIfAbsent(root.session(), resumable(root));
        }
      } catch (SessionUnreadable unreadable) {
        if (only == null || row.session().equals(only)) {
          all.putIfAbsent(row.session(), new Broken(row.session(), unreadable));
        }
      }
    }
    return List.copyOf(all.values());
  }

  private boolean isWanted(SessionRow row, SessionRow root) {
    return only == null || row.session().equals(only) || root.session().equals(only);
  }

  /// Sessions with an unfinished run or with unread messages.
  private List<SessionRow> pending() {
    var rows = new ArrayList<SessionRow>();
    for (var row : runtime.queries().unfinished()) {
      if (row.running() != null) {
        rows.add(row);
      }
    }
    for (var session : runtime.store().inbox().sessionsWaiting()) {
      runtime
          .queries()
          .session(session)
          .filter(row -> row.running() == null && isAnybodyBelow(session))
          .ifPresent(rows::add);
    }
    return rows;
  }

  private boolean isAnybodyBelow(SessionId session) {
    try {
      return !runtime.queries().snapshot(session).work().children().isEmpty();
    } catch (SessionUnreadable unreadable) {
      // It is reported with its problem.
      return true;
    }
  }

  /// A child session continues together with its parent.
  private SessionRow root(SessionRow row) {
    var origin = runtime.queries().snapshot(row.session()).profile().origin();
    return origin instanceof SessionOrigin.Delegated above
        ? runtime.queries().session(above.parent()).map(this::root).orElse(row)
        : row;
  }

  private boolean isOfAgent(SessionRow row) {
    if (row.agent().equals(call.loadSettings().agent().name())) {
      return true;
    }
    var detail = "session %s belongs to agent '%s'".formatted(row.session(), row.agent());
    var remedy = "Resume it with --agent %s.".formatted(row.agent());
    if (only != null) {
      throw CliRefusal.usage("agent_differs", detail, remedy);
    }
    call.warn("skipped: " + detail + ". " + remedy);
    return false;
  }

  private Resumable resumable(SessionRow row) {
    var model = runtime.queries().snapshot(row.session()).profile().runModel();
    return new Resumable(row.session(), row.running(), row.tail(), model);
  }
}
