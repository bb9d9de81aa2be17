package dev.drover.runtime.writer;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Input;
import dev.drover.kernel.JudgedCall;
import dev.drover.kernel.SessionState;
import dev.drover.spi.store.InputId;
import java.util.List;

/// What can be sent to a session's writer.
public sealed interface Letter {
  /// May be refused when too much is waiting, and gets an answer in any case.
  sealed interface FromOutside extends Letter {
    Pending<Reply> reply();
  }

  /// Something said to the session.
  record Told(Input input, Pending<Reply> reply) implements FromOutside {}

  /// Something that was said waits in the inbox, and is wanted from there now.
  record Offered(InputId input, Pending<Reply> reply) implements FromOutside {}

  /// The session is to begin as a fork.
  ///
  /// @param place where its source stands there
  record Forked(SessionState place, Input.Forked input, Pending<Reply> reply)
      implements FromOutside {}

  /// A prompt.
  ///
  /// @param input what the session is told
  record Prompted(Ticket<Event.RunFinished> ticket, Input.Prompted input, Pending<Reply> reply)
      implements FromOutside {}

  /// The host calls a tool itself.
  record Called(
      Ticket<Event.ToolSettled> ticket, String by, JudgedCall judged, Pending<Reply> reply)
      implements FromOutside {
    Input input() {
      return new Input.DirectCalled(ticket.run(), by, judged);
    }
  }

  /// An effect that is under way tells something that must be durable before it goes on.
  record Noted(Performance performance, Input note, Pending<Reply> reply) implements Letter {}

  /// Whether an effect is still this process' business, which was away.
  record Regained(Performance performance, Pending<Reply> reply) implements Letter {}

  /// An effect is done.
  record Answered(Performance performance, Input answer) implements Letter {}

  /// An effect has ended of which the journal says nothing, or said it before. What was set aside
  /// for it after that is free.
  record Abandoned(EffectId effect) implements Letter {}

  /// Take over what nobody drives, and look into the inbox.
  record Look() implements Letter {}

  /// Take over what nobody drives, as it is in the journal now, and look into the inbox.
  record TakeOver(Pending<Takeover> reply) implements Letter {}

  /// What became of a session that was to be taken over.
  enum Takeover {
    /// This process drives it, or nothing is left to be driven.
    TAKEN,
    /// Another process drives it, or is gone; or the store did not let this one.
    NOT_NOW,
    /// No agent here can go on with it.
    UNABLE
  }

  /// This process has written the beginning of the session, together with the end of another.
  record Begun(SessionState state) implements Letter {}

  /// Load the state, if it is not loaded, and say it.
  record Show(Pending<Reply> reply) implements FromOutside {}

  /// Say which effects were stopped and may not have ended yet.
  record Settle(Going going, Pending<List<Performance>> leaving) implements Letter {}

  /// What is to become of a run that is going.
  enum Going {
    STOP,
    KEEP
  }

  /// End what is going, before the session is deleted.
  record End(Pending<Reply> reply) implements Letter {}

  /// Take the session out of the store, and let go of it.
  record Delete(Pending<Reply> reply) implements Letter {}

  /// Forget the session if nothing is under way in it: it can be read again.
  record Unload() implements Letter {}

  /// Let go of the session.
  record Leave(Manner manner, Pending<Parting> parting) implements Letter {}

  /// What a writer leaves behind.
  ///
  /// @param underWay effects that were stopped and may not have ended yet
  /// @param unfinishedAt the number of the last event, if there is something that others may drive
  ///   on; 0 if there is not
  record Parting(List<Performance> underWay, long unfinishedAt) {
    static final Parting NOTHING = new Parting(List.of(), 0);
  }

  /// How a writer lets go.
  enum Manner {
    /// End the run that is going.
    CLOSE,
    /// Leave the run to whoever opens the session next.
    DISCONNECT
  }
}
