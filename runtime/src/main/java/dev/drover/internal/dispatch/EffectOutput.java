package dev.drover.internal.dispatch;

import dev.drover.internal.inbox.WriterLoop;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.publish.LiveAttempt;
import dev.drover.internal.redact.RedactedDeltas;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.Input;
import dev.drover.spi.model.Delta;
import org.jspecify.annotations.Nullable;

/// The output of one effect: deltas go to the watchers of its session while it runs, and its answer
/// goes to the session's writer when it has ended.
///
/// All methods may be called by any thread; deltas may come from several.
final class EffectOutput implements Delta.Sink {
  private final EffectOutputTargets session;
  private final Effect effect;
  // Guarded by this. Created at the first delta: most effects have none.
  private @Nullable RedactedDeltas live;
  private @Nullable LiveAttempt attempt;
  private boolean isOver;

  EffectOutput(EffectOutputTargets session, Effect effect) {
    this.session = session;
    this.effect = effect;
  }

  /// From here on, this thread runs the code of the effect.
  void enterHostCode() {
    session.callbacks().enter(session.id());
  }

  void leaveHostCode() {
    session.callbacks().leave();
  }

  /// A delta before redaction. Most effects have none.
  void redactAndShow(Delta delta) {
    RedactedDeltas redacted;
    synchronized (this) {
      if (live == null) {
        live = new RedactedDeltas(session.redactor(), this);
      }
      redacted = live;
    }
    redacted.accept(delta);
  }

  /// Must not hold this lock: threads with deltas hold theirs and call methods of this object.
  private void flush() {
    @Nullable RedactedDeltas heldBack;
    synchronized (this) {
      heldBack = live;
    }
    if (heldBack != null) {
      heldBack.flush();
    }
  }

  /// A delta after redaction.
  @Override
  public void accept(Delta delta) {
    var shown = attempt();
    if (shown != null) {
      shown.show(delta);
    }
  }

  /// @return null if it has ended
  private synchronized @Nullable LiveAttempt attempt() {
    var now = session.state().currentState();
    if (attempt == null && now != null && !isOver) {
      attempt = session.feeds().open(session.id(), effect, now.position().seq());
    }
    return attempt;
  }

  /// No more deltas are shown, and later watchers do not see the earlier ones.
  synchronized void endOutput() {
    isOver = true;
    if (attempt != null) {
      session.feeds().close(attempt);
      attempt = null;
    }
  }

  /// @return the loop to run now, on this thread or another; null if another thread reads the
  ///   mailbox
  @Nullable WriterLoop submitAnswer(RunningEffect performance, Input answer) {
    flush();
    return switch (session.writer().put(new WriterMessage.EffectAnswered(performance, answer))) {
      case START -> session.writer();
      case QUEUED, FULL -> null;
      case RETIRED -> {
        endOutput();
        session.refunds().release(performance);
        yield null;
      }
    };
  }

  /// The effect has ended, and its answer is no longer needed.
  void releaseReservation(RunningEffect performance) {
    endOutput();
    session.refunds().release(performance);
  }
}
