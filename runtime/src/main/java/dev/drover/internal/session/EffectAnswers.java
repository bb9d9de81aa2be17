package dev.drover.internal.session;

import dev.drover.internal.commit.SessionCommitter;
import dev.drover.internal.dispatch.EffectPerformers;
import dev.drover.internal.dispatch.EffectScheduler;
import dev.drover.internal.dispatch.ReservationRelease;
import dev.drover.internal.inbox.EffectHandle;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.inbox.WriterProblems;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.kernel.machine.Input;
import dev.drover.spi.secret.SecretRedactor;

/// Commits the answers of effects. Belongs to the session's writer.
public record EffectAnswers(
    SessionCommitter committer,
    EffectScheduler effects,
    ReservationRelease refunds,
    EffectPerformers performers,
    SecretRedactor redactor) {
  /// @return whether it is committed
  boolean commit(EffectHandle performance, Input answer) {
    boolean isWritten =
        effects.isUnderWay(performance)
            && committer.commit(answer, null) instanceof WriterReply.Committed;
    effects.ended(performance);
    if (!isWritten) {
      refunds.release(performance);
    }
    return isWritten;
  }

  /// An answer that cannot be committed is replaced by a failure: its run must end.
  ///
  /// @return whether the failure is committed
  boolean replace(WriterMessage.EffectAnswered message, Throwable bug) {
    var effect = message.performance().effect();
    try {
      return committer.reconcileWithJournal()
          && commit(message.performance(), performers.notKept(effect, message.answer(), bug));
    } catch (Throwable again) {
      WriterProblems.log(committer.session(), again, redactor);
      return false;
    }
  }
}
