package dev.drover.cli.command;

import dev.drover.cli.host.Refusal;
import dev.drover.cli.work.Bench;
import dev.drover.kernel.Origin;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.runtime.problem.SessionUnreadable;
import dev.drover.spi.store.Catalog.SessionRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the sessions that are to go on.
///
/// @param only null for all
record UnfinishedSessions(Call call, Bench bench, @Nullable SessionId only) {

  /// A session in which something is to go on, or that cannot be read to know.
  sealed interface Unfinished {
    SessionId session();
  }

  /// @param run null if none is going, and others work for the session or have done so
  /// @param model the name of the one it was begun with
  record Resumable(SessionId session, @Nullable RunId run, long tail, String model)
      implements Unfinished {}

  record Broken(SessionId session, DroverException problem) implements Unfinished {}

  /// @throws SessionNotFound if one is wanted that is not there
  List<Unfinished> find() {
    if (only != null && bench.archive().session(only).isEmpty()) {
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

  /// Those with a run that is not over, and those that were told something nobody has heard.
  private List<SessionRow> pending() {
    var rows = new ArrayList<SessionRow>();
    for (var row : bench.archive().unfinished()) {
      if (row.running() != null) {
        rows.add(row);
      }
    }
    for (var session : bench.store().inbox().sessionsWaiting()) {
      bench
          .archive()
          .session(session)
          .filter(row -> row.running() == null && isAnybodyBelow(session))
          .ifPresent(rows::add);
    }
    return rows;
  }

  private boolean isAnybodyBelow(SessionId session) {
    try {
      return !bench.archive().state(session).annals().tasks().isEmpty();
    } catch (SessionUnreadable unreadable) {
      // To be reported, with what is wrong.
      return true;
    }
  }

  /// Whoever works for another goes on with it.
  private SessionRow root(SessionRow row) {
    var origin = bench.archive().state(row.session()).profile().origin();
    return origin instanceof Origin.Delegated above
        ? bench.archive().session(above.parent()).map(this::root).orElse(row)
        : row;
  }

  private boolean isOfAgent(SessionRow row) {
    if (row.agent().equals(call.settings().agent().name())) {
      return true;
    }
    var detail = "session %s belongs to agent '%s'".formatted(row.session(), row.agent());
    var remedy = "Resume it with --agent %s.".formatted(row.agent());
    if (only != null) {
      throw Refusal.usage("agent_differs", detail, remedy);
    }
    call.warn("skipped: " + detail + ". " + remedy);
    return false;
  }

  private Resumable resumable(SessionRow row) {
    var model = bench.archive().state(row.session()).ownModel();
    return new Resumable(row.session(), row.running(), row.tail(), model);
  }
}
