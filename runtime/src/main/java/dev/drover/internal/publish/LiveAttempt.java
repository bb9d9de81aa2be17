package dev.drover.internal.publish;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.model.Delta;
import dev.drover.watch.Notice;
import dev.drover.watch.Notice.Missed;
import java.util.function.Consumer;

/// One attempt of an effect with deltas: from its first delta until the event that settles it is
/// published. Later deltas are not shown.
///
/// [#show] may be called by any thread; all else is guarded by the feed.
public final class LiveAttempt {
  private final SessionId session;
  private final LiveFeed feed;
  private final Effect effect;
  private final DeltaBuffer soFar;

  LiveAttempt(SessionId session, LiveFeed feed, Effect effect, int replay) {
    this.session = session;
    this.feed = feed;
    this.effect = effect;
    this.soFar = new DeltaBuffer(replay);
  }

  SessionId session() {
    return session;
  }

  /// Shows a delta to all watchers, and keeps it for later ones.
  public void show(Delta delta) {
    feed.show(this, delta);
  }

  void keep(Delta delta) {
    soFar.add(delta);
  }

  Notice.Shown shown(long after, Delta delta) {
    return new Notice.Shown(effect.run(), effect.id(), effect.attempt(), after, delta);
  }

  /// Replays the deltas so far, as far as they are kept.
  void replay(long after, Consumer<Notice> reader) {
    if (soFar.dropped() > 0) {
      reader.accept(new Missed(soFar.dropped(), 0, Missed.Why.ATTACHED_LATE));
    }
    soFar.forEach(delta -> reader.accept(shown(after, delta)));
  }

  boolean isEndedBy(Event event) {
    if (event instanceof Event.AttemptEnd end) {
      return end.effect().equals(effect.id());
    }
    if (event instanceof Event.RunRecovered recovered) {
      return recovered.lost().contains(effect.id());
    }
    return event instanceof Event.RunFinished finished && finished.run().equals(effect.run());
  }
}
