package dev.drover.runtime.live;

import dev.drover.kernel.Effect;
import dev.drover.kernel.Event;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.watch.Notice;
import dev.drover.runtime.watch.Notice.Missed;
import dev.drover.spi.model.Delta;
import java.util.function.Consumer;

/// One attempt of an effect that shows something while it is under way: from its first fragment
/// until the event that settles it is published. Fragments that come later are not shown.
///
/// [#show] may be called by any thread; all else is guarded by the feed.
public final class LiveAttempt {
  private final SessionId session;
  private final Feed feed;
  private final Effect effect;
  private final ReplayBuffer soFar;

  LiveAttempt(SessionId session, Feed feed, Effect effect, int replay) {
    this.session = session;
    this.feed = feed;
    this.effect = effect;
    this.soFar = new ReplayBuffer(replay);
  }

  SessionId session() {
    return session;
  }

  /// Shows a fragment to all who watch, and keeps it for those who attach later.
  public void show(Delta delta) {
    feed.show(this, delta);
  }

  void keep(Delta delta) {
    soFar.add(delta);
  }

  Notice.Shown shown(long after, Delta delta) {
    return new Notice.Shown(effect.run(), effect.id(), effect.attempt(), after, delta);
  }

  /// Everything it has shown so far, as far as it is kept.
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
