package dev.drover.internal.inbox;

import dev.drover.internal.concurrent.EndFuture;
import dev.drover.internal.concurrent.PendingResult;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.JudgedCall;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.EffectId;
import dev.drover.spi.store.Inbox.InputId;
import java.util.List;

/// A message to a session's writer.
public sealed interface WriterMessage {
  /// May be refused when too many messages are waiting, and gets a reply in any case.
  sealed interface Request extends WriterMessage {
    PendingResult<WriterReply> reply();
  }

  /// An input for the session.
  record SubmitInput(Input input, PendingResult<WriterReply> reply) implements Request {}

  /// An input waits in the inbox, and must be consumed now.
  record ConsumeInput(InputId input, PendingResult<WriterReply> reply) implements Request {}

  /// The session must begin as a fork.
  ///
  /// @param place the state of its source at that position
  record BeginFork(SessionState place, Input.Forked input, PendingResult<WriterReply> reply)
      implements Request {}

  /// A prompt.
  ///
  /// @param input for the kernel
  record SubmitPrompt(
      EndFuture<Event.RunFinished> ticket, Input.Prompted input, PendingResult<WriterReply> reply)
      implements Request {}

  /// A direct tool call.
  record SubmitDirectCall(
      EndFuture<Event.ToolSettled> ticket,
      String by,
      JudgedCall judged,
      PendingResult<WriterReply> reply)
      implements Request {
    public Input input() {
      return new Input.DirectCalled(ticket.run(), by, judged);
    }
  }

  /// A running effect reports something that must be durable before it continues.
  record RecordNote(EffectHandle performance, Input note, PendingResult<WriterReply> reply)
      implements WriterMessage {}

  /// Asks whether this process, which was suspended, still owns an effect.
  record ConfirmOwnership(EffectHandle performance, PendingResult<WriterReply> reply)
      implements WriterMessage {}

  /// An effect is done.
  record EffectAnswered(EffectHandle performance, Input answer) implements WriterMessage {}

  /// An effect has ended whose end is not in the journal, or was recorded before. A later
  /// reservation for it must be released.
  record EffectAbandoned(EffectId effect) implements WriterMessage {}

  /// Take over unfinished work that no process drives, and read the inbox.
  record CheckInbox() implements WriterMessage {}

  /// Take over unfinished work that no process drives, as it is in the journal now, and read the
  /// inbox.
  record TakeOver(PendingResult<TakeoverResult> reply) implements WriterMessage {}

  /// The result of a takeover.
  enum TakeoverResult {
    /// This process drives it, or there is nothing left to drive.
    TAKEN,
    /// Another process drives it or was faster; or the store failed.
    NOT_NOW,
    /// No agent in this process can continue it.
    UNABLE
  }

  /// This process has appended the beginning of the session, together with the end of another.
  record SuccessorBegun(SessionState state) implements WriterMessage {}

  /// Load the state, if it is not loaded, and return it.
  record LoadState(PendingResult<WriterReply> reply) implements Request {}

  /// Return the effects that are running.
  record ListRunningEffects(PendingResult<List<EffectHandle>> running) implements WriterMessage {}

  /// Return the effects that were stopped and may not have ended yet.
  record ListStoppedEffects(ActiveRunAction action, PendingResult<List<EffectHandle>> leaving)
      implements WriterMessage {}

  /// What happens to a run in progress.
  enum ActiveRunAction {
    STOP,
    KEEP
  }

  /// End the work in progress, before the session is deleted.
  record EndRun(PendingResult<WriterReply> reply) implements WriterMessage {}

  /// Delete the session from the store, and release it.
  record Delete(PendingResult<WriterReply> reply) implements WriterMessage {}

  /// Unload the session if it has no work: it can be loaded again.
  record Unload() implements WriterMessage {}

  /// Release the session.
  record Release(CloseMode mode, PendingResult<ReleaseReport> report) implements WriterMessage {}

  /// The remaining work of a released session.
  ///
  /// @param underWay effects that were stopped and may not have ended yet
  /// @param unfinishedAt the number of the last event, if there is work that others may continue; 0
  ///   if there is not
  record ReleaseReport(List<EffectHandle> underWay, long unfinishedAt) {
    static final ReleaseReport NOTHING = new ReleaseReport(List.of(), 0);
  }

  /// How a writer releases the session.
  enum CloseMode {
    /// End the run in progress.
    CLOSE,
    /// Leave the run to the process that opens the session next.
    DISCONNECT
  }
}
