package dev.drover.runtime.writer;

import dev.drover.kernel.Effect;
import dev.drover.kernel.Input;
import dev.drover.runtime.live.LiveAttempt;
import dev.drover.runtime.redact.RedactedDeltas;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.DeltaSink;
import org.jspecify.annotations.Nullable;

/// Those who hear of one effect: who watches its session, while it is under way, and the session's
/// writer, when it has ended.
///
/// All methods may be called by any thread; fragments may come from several.
final class Audience implements DeltaSink {
  private final SessionWriter writer;
  private final Engine engine;
  private final Effect effect;
  private final Refunds refunds;
  // Guarded by this. Made at the first fragment: most effects have none.
  private @Nullable RedactedDeltas live;
  private @Nullable LiveAttempt attempt;
  private boolean isOver;

  Audience(SessionWriter writer, Engine engine, Effect effect, Refunds refunds) {
    this.writer = writer;
    this.engine = engine;
    this.effect = effect;
    this.refunds = refunds;
  }

  /// What carries out the effect is on this thread from here on.
  void entered() {
    engine.callbacks().enter(writer.session());
  }

  void left() {
    engine.callbacks().leave();
  }

  /// A fragment as it comes. Most effects have none.
  void heard(Delta delta) {
    RedactedDeltas redacted;
    synchronized (this) {
      if (live == null) {
        live = new RedactedDeltas(engine.redactor(), this);
      }
      redacted = live;
    }
    redacted.accept(delta);
  }

  /// Not while this is locked: fragments of other threads hold their lock and come here.
  private void flush() {
    @Nullable RedactedDeltas heldBack;
    synchronized (this) {
      heldBack = live;
    }
    if (heldBack != null) {
      heldBack.flush();
    }
  }

  /// A fragment that may be seen.
  @Override
  public void accept(Delta delta) {
    var shown = attempt();
    if (shown != null) {
      shown.show(delta);
    }
  }

  /// @return null if it has ended
  private synchronized @Nullable LiveAttempt attempt() {
    var now = writer.known();
    if (attempt == null && now != null && !isOver) {
      attempt = engine.feeds().open(writer.session(), effect, now.position().seq());
    }
    return attempt;
  }

  /// Nothing more is shown, and nobody who attaches later is shown what was.
  synchronized void leave() {
    isOver = true;
    if (attempt != null) {
      engine.feeds().close(attempt);
      attempt = null;
    }
  }

  /// @return what has to be run now, by this thread or another; null if somebody reads the mail
  @Nullable MailLoop answered(Performance performance, Input answer) {
    flush();
    return switch (writer.mail().put(new Letter.Answered(performance, answer))) {
      case START -> writer.mail();
      case QUEUED, FULL -> null;
      case RETIRED -> {
        leave();
        refunds.of(performance);
        yield null;
      }
    };
  }

  /// It has ended, and nobody waited for it any more.
  void abandoned(Performance performance) {
    leave();
    refunds.of(performance);
  }
}
