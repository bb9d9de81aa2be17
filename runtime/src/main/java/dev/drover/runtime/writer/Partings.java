package dev.drover.runtime.writer;

import dev.drover.kernel.SessionId;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How sessions are let go of: whoever asks for it waits, not for ever, until what they had under
/// way has ended.
///
/// All methods may be called by any thread.
public record Partings(Engine engine, Presence presence) {
  private static final Logger LOG = LoggerFactory.getLogger(Partings.class);

  /// Lets go of one session and waits until what it had under way has ended.
  public void letGo(SessionId session, Letter.Manner manner) {
    if (manner == Letter.Manner.CLOSE) {
      // Before nobody writes to the session any more: a command has to say what it changed.
      settle(session, Letter.Going.STOP);
    }
    var reply = new Pending<Letter.Parting>();
    engine.tell(session, new Letter.Leave(manner, reply));
    var parting = reply.awaitCalmly();
    awaitEnd(session, parting.underWay());
    if (parting.unfinishedAt() > 0) {
      presence.letGo(session, parting.unfinishedAt());
    }
    release(session);
  }

  /// Ends what is going, if the session is to be closed, and waits for nothing that it had under
  /// way: for those who are part of that.
  public void announce(SessionId session, Letter.Manner manner) {
    switch (manner) {
      case CLOSE -> stopped(session, Letter.Going.STOP);
      case DISCONNECT -> {}
    }
  }

  /// Lets go of all that is loaded, or waits here without being so.
  public void letGoOfAll(Letter.Manner manner) {
    for (var session : engine.resident()) {
      letGo(session, manner);
    }
  }

  /// Gives up what tools keep for the session, and ends the streams of those who watch it.
  public void release(SessionId session) {
    engine.belongings().close(session);
    engine.feeds().end(session);
  }

  /// Waits until what was stopped in the session has ended.
  public void settle(SessionId session, Letter.Going going) {
    awaitEnd(session, stopped(session, going));
  }

  /// What was stopped in the session and has not ended yet.
  private List<Performance> stopped(SessionId session, Letter.Going going) {
    var leaving = new Pending<List<Performance>>();
    engine.tell(session, new Letter.Settle(going, leaving));
    return leaving.awaitCalmly();
  }

  /// Whether everything that was stopped in the session has ended.
  public boolean isSettled(SessionId session) {
    return stopped(session, Letter.Going.KEEP).isEmpty();
  }

  private void awaitEnd(SessionId session, List<Performance> performances) {
    for (var performance : performances) {
      if (!performance.joinCalmly(engine.options().closing())) {
        LOG.warn("session {}: {} does not end", session, performance.effect());
      }
    }
  }
}
