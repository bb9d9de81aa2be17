package dev.drover.internal.fork;

import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.concurrent.PendingResult;
import dev.drover.internal.inbox.SessionMessages;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.state.SessionStates;
import dev.drover.internal.task.ChildSessionIds;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.InvalidRequest.CursorInvalid;
import dev.drover.problem.InvalidRequest.SessionExists;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.SessionUnavailable.SessionDeleted;
import dev.drover.session.ForkPoint;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.store.Journal;
import dev.drover.spi.time.Time;
import java.util.Objects;

/// Creates forks. The source is only read and need not be stopped: appended events do not change.
/// The append of the fork checks that the source still exists.
///
/// @param queries the sessions that may be forked
public record ForkCreator(
    StoredSessionQueries queries,
    AgentRegistry agents,
    SessionStates states,
    SessionMessages messages,
    Journal journal,
    Time time) {
  public SessionId fork(SessionId source, ForkPoint fork) {
    var row = queries.session(source).orElseThrow(() -> missing(source));
    var place = place(row, fork.at());
    var id = fork.id() == null ? new SessionId(time.freshId("s-")) : fork.id();
    new ChildSessionIds(queries).requireNotReserved(id);
    var reply = new PendingResult<WriterReply>();
    messages.submit(id, new WriterMessage.BeginFork(place, input(row, id, fork), reply));
    return switch (reply.awaitUninterruptibly()) {
      case WriterReply.Committed _ -> id;
      case WriterReply.Ignored _, WriterReply.Existing _, WriterReply.Forwarded _ ->
          throw new SessionExists(id);
      case WriterReply.Refused(var problem) -> throw problem;
    };
  }

  private RuntimeException missing(SessionId session) {
    return journal.isDeleted(session) ? new SessionDeleted(session) : new SessionNotFound(session);
  }

  private Input.Forked input(SessionRow source, SessionId id, ForkPoint fork) {
    if (fork.agent() == null) {
      return new Input.Forked(id, source.session(), source.agent(), source.workspace(), fork.by());
    }
    var successor = Objects.requireNonNull(agents.find(fork.agent()));
    return new Input.Forked(
        id, source.session(), successor.name(), successor.workspace().toString(), fork.by());
  }

  private SessionState place(SessionRow source, long at) {
    if (at > source.tail()) {
      throw new CursorInvalid(
          "event %d is past the last event of session %s, which is %d"
              .formatted(at, source.session(), source.tail()));
    }
    long seq = at == ForkPoint.LAST ? source.tail() : at;
    return states
        .at(source.session(), seq)
        .orElseThrow(
            () ->
                new CursorInvalid(
                    "how session %s stood after event %d cannot be told any more: events before it were trimmed"
                        .formatted(source.session(), seq)));
  }
}
