package dev.drover.testkit.sim;

import dev.drover.spi.store.Store.ForeignChange;
import dev.drover.spi.store.Store.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Notifies processes, after a delay, that another one has changed something. Several changes may
/// share one hint.
final class ChangeHints {
  private static final Duration DELAY = Duration.ofMillis(100);

  private final SimulatedWorld world;
  private final List<Listener> listeners = new ArrayList<>();

  private static final class Listener {
    private final SimProcess process;
    private final Consumer<ForeignChange> hint;
    private boolean isDue;

    Listener(SimProcess process, Consumer<ForeignChange> hint) {
      this.process = process;
      this.hint = hint;
    }
  }

  ChangeHints(SimulatedWorld world) {
    this.world = world;
  }

  Subscription subscribe(SimProcess process, Consumer<ForeignChange> hint) {
    var listener = new Listener(process, hint);
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  void changed(SimProcess by) {
    for (var listener : listeners) {
      if (listener.process != by && !listener.isDue) {
        listener.isDue = true;
        listener.process.start(() -> tell(listener));
      }
    }
  }

  private void tell(Listener listener) {
    try {
      world.sleepUntil(listener.process, world.now().plus(DELAY));
      listener.isDue = false;
      if (listeners.contains(listener)) {
        listener.hint.accept(new ForeignChange.Anything());
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
