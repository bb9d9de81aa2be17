package dev.drover.internal.dispatch;

import dev.drover.internal.inbox.EffectHandle;
import dev.drover.internal.inbox.Mailbox;
import dev.drover.internal.inbox.SessionMessages;
import dev.drover.internal.inbox.WriterLoop;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.spend.AccountReservations;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;

/// Releases the reservation of an effect whose end is not recorded. If the end is recorded, it
/// settles the reservation with the event. But an effect may reserve after that has happened: it
/// was stopped in the meantime, or its process was suspended for so long that another one took
/// over. Its answer is then dropped, and its reservation must be released.
///
/// The release goes through a writer of the session, so that a reservation of an effect that was
/// restarted under the same id is kept. All methods except [#releaseUnlessRestarted] may be called
/// by any thread.
public record ReservationRelease(
    SessionId session, WriterLoop writer, SessionMessages messages, AccountReservations accounts) {
  public void release(EffectHandle performance) {
    if (performance.drawsOnAccount()) {
      pass(new WriterMessage.EffectAbandoned(performance.effect().id()));
    }
  }

  /// Passes the message to the writer, to its successor, or, if there is none, to the account.
  public void pass(WriterMessage.EffectAbandoned message) {
    if (writer.submit(message) == Mailbox.Admission.RETIRED
        && !messages.submitIfLoaded(session, message)) {
      accounts.release(session, message.effect());
    }
  }

  /// The reservation belongs to the restarted effect, if there is one. Belongs to the session's
  /// writer.
  public void releaseUnlessRestarted(EffectId effect, EffectScheduler underWay) {
    if (!underWay.isUnderWay(effect)) {
      accounts.release(session, effect);
    }
  }
}
