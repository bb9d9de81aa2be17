package dev.drover.cli.command;

import dev.drover.cli.environment.CliRefusal;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.query.RunSnapshot;
import dev.drover.query.SessionQueries;
import dev.drover.spi.store.Catalog.SessionRow;
import java.util.List;
import java.util.Optional;

/// Finds the sessions and runs that a person names: by id, by the first characters of an id if no
/// other id begins with them, or as `last`.
///
/// An id always wins, so a session that is called `last` can still be named.
record NamedIds(CliInvocation call, SessionQueries queries) {
  static final String LAST = "last";

  private static final int SHOWN = 5;

  /// @throws SessionNotFound if there is no such session
  SessionId session(String word) {
    var given = call.session(word);
    return find(given).orElseThrow(() -> new SessionNotFound(given));
  }

  private Optional<SessionId> find(SessionId given) {
    if (queries.session(given).isPresent()) {
      return Optional.of(given);
    }
    if (given.value().equals(LAST)) {
      return queries.newestSession().map(SessionRow::session);
    }
    return only(given.value(), queries.sessionsStartingWith(given.value(), SHOWN + 1));
  }

  /// The run itself, if it does not exist: the command then reports it.
  RunId run(String word) {
    var given = call.run(word);
    if (queries.run(given).isPresent()) {
      return given;
    }
    return (word.equals(LAST) ? lastRun() : runStartingWith(word)).orElse(given);
  }

  /// The last run of the newest session.
  private Optional<RunId> lastRun() {
    return queries
        .newestSession()
        .flatMap(row -> queries.runs(row.session()).reversed().stream().findFirst())
        .map(RunSnapshot::run);
  }

  private Optional<RunId> runStartingWith(String word) {
    return only(word, queries.runsStartingWith(word, SHOWN + 1));
  }

  /// A session is meant if both a session and a run have the name.
  SessionOrRun sessionOrRun(String word) {
    var session = find(call.session(word));
    if (session.isPresent()) {
      return new SessionOrRun(session.get(), null);
    }
    return runStartingWith(word)
        .flatMap(queries::run)
        .map(run -> new SessionOrRun(run.session(), run.run()))
        .orElseThrow(
            () ->
                CliRefusal.failed(
                    "not_found",
                    "neither a session nor a run in this store is named " + word,
                    "List them with 'drover sessions' and 'drover runs SESSION'."));
  }

  private static <I> Optional<I> only(String word, List<I> found) {
    if (found.size() > 1) {
      var shown = found.stream().limit(SHOWN).map(Object::toString).toList();
      throw CliRefusal.usage(
          "id_ambiguous",
          "%s is the beginning of %s%s"
              .formatted(word, String.join(", ", shown), found.size() > SHOWN ? " and others" : ""),
          "Type more of the id.");
    }
    return found.stream().findFirst();
  }
}
