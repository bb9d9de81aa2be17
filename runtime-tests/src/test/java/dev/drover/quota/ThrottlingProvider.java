package dev.drover.quota;

import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.spi.model.ModelException;
import dev.drover.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A provider that serves a limited number of requests per window, each with a latency, and
/// throttles the others.
final class ThrottlingProvider {
  private final VirtualTime time;
  private final int served;
  private final Duration window;
  private final Manners manners;
  private final List<Instant> asked = new ArrayList<>();
  private Instant windowEnds = Instant.EPOCH;
  private int left;
  private int answers;
  private int refusals;

  enum Manners {
    SAYS_WHEN_TO_COME_BACK,
    SAYS_NOTHING
  }

  ThrottlingProvider(VirtualTime time, int served, Duration window, Manners manners) {
    this.time = time;
    this.served = served;
    this.window = window;
    this.manners = manners;
  }

  FakeModel model() {
    return new FakeModel(
        (_, _) -> {
          var refusal = ask(time.now());
          time.sleepUntil(time.now().plusMillis(40));
          if (refusal != null) {
            throw refusal;
          }
          answered();
          return FakeAgents.says("done");
        });
  }

  private synchronized @Nullable ModelException ask(Instant now) {
    asked.add(now);
    if (!now.isBefore(windowEnds)) {
      windowEnds = now.plus(window);
      left = served;
    }
    if (left > 0) {
      left--;
      return null;
    }
    refusals++;
    return FakeAgents.throttled(
        switch (manners) {
          case SAYS_WHEN_TO_COME_BACK -> Duration.between(now, windowEnds);
          case SAYS_NOTHING -> Duration.ZERO;
        });
  }

  private void answered() {
    synchronized (this) {
      answers++;
    }
    // Wakes the threads that wait for sleepers, so that they count again.
    time.advance(Duration.ZERO);
  }

  synchronized int answers() {
    return answers;
  }

  synchronized int refusals() {
    return refusals;
  }

  /// The times of its requests, in order.
  synchronized List<Instant> asked() {
    return List.copyOf(asked);
  }
}
