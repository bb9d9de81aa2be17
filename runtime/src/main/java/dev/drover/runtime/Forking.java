package dev.drover.runtime;

import dev.drover.kernel.Input;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.runtime.problem.CursorInvalid;
import dev.drover.runtime.problem.SessionDeleted;
import dev.drover.runtime.problem.SessionExists;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.runtime.writer.Letter;
import dev.drover.runtime.writer.Pending;
import dev.drover.runtime.writer.Reply;
import dev.drover.spi.store.Catalog.SessionRow;
import java.util.Objects;

/// Makes forks. The source is read, and nobody who is at work in it is asked: what was written does
/// not change. That it is still there is checked where the fork is written.
///
/// @param archive what may be forked
record Forking(Drover drover, Archive archive) {
  SessionId fork(SessionId source, Fork fork) {
    var row = archive.session(source).orElseThrow(() -> missing(source));
    var place = place(row, fork.at());
    var engine = drover.engine();
    var id = fork.id() == null ? new SessionId(engine.time().freshId("s-")) : fork.id();
    new ChildIds(drover).requireNotReserved(id);
    var reply = new Pending<Reply>();
    engine.tell(id, new Letter.Forked(place, input(row, id, fork), reply));
    return switch (reply.awaitCalmly()) {
      case Reply.Committed _ -> id;
      case Reply.Ignored _, Reply.Existing _, Reply.Forwarded _ -> throw new SessionExists(id);
      case Reply.Refused(var problem) -> throw problem;
    };
  }

  private RuntimeException missing(SessionId session) {
    return drover.engine().journal().isDeleted(session)
        ? new SessionDeleted(session)
        : new SessionNotFound(session);
  }

  private Input.Forked input(SessionRow source, SessionId id, Fork fork) {
    if (fork.agent() == null) {
      return new Input.Forked(id, source.session(), source.agent(), source.workspace(), fork.by());
    }
    var successor = Objects.requireNonNull(drover.engine().agent(fork.agent()));
    return new Input.Forked(
        id, source.session(), successor.name(), successor.workspace().toString(), fork.by());
  }

  private SessionState place(SessionRow source, long at) {
    if (at > source.tail()) {
      throw new CursorInvalid(
          "event %d is past the last event of session %s, which is %d"
              .formatted(at, source.session(), source.tail()));
    }
    long seq = at == Fork.LAST ? source.tail() : at;
    return drover
        .engine()
        .loader()
        .at(source.session(), seq)
        .orElseThrow(
            () ->
                new CursorInvalid(
                    "how session %s stood after event %d cannot be told any more: events before it were trimmed"
                        .formatted(source.session(), seq)));
  }
}
