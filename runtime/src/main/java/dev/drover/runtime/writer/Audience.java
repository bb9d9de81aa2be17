package dev.drover.runtime.writer;

import dev.drover.kernel.Effect;
import dev.drover.kernel.Input;
import dev.drover.runtime.redact.RedactedDeltas;
import dev.drover.runtime.watch.Notice;
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
  private @Nullable RedactedDeltas live;

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

  private synchronized void flush() {
    if (live != null) {
      live.flush();
    }
  }

  /// A fragment that may be seen.
  @Override
  public void accept(Delta delta) {
    var now = writer.known();
    var session = writer.session();
    if (now != null && engine.feeds().isWatched(session)) {
      long after = now.position().seq();
      engine
          .feeds()
          .publish(
              session, new Notice.Shown(effect.run(), effect.id(), effect.attempt(), after, delta));
    }
  }

  /// @return what has to be run now, by this thread or another; null if somebody reads the mail
  @Nullable MailLoop answered(Performance performance, Input answer) {
    flush();
    return switch (writer.mail().put(new Letter.Answered(performance, answer))) {
      case START -> writer.mail();
      case QUEUED, FULL -> null;
      case RETIRED -> {
        refunds.of(performance);
        yield null;
      }
    };
  }

  /// It has ended, and nobody waited for it any more.
  void abandoned(Performance performance) {
    refunds.of(performance);
  }
}
