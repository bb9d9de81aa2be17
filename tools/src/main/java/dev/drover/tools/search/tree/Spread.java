package dev.drover.tools.search.tree;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Hands folders from threads that have some to threads that have none. Never holds more of them
/// than there are threads waiting, so the number of open folders stays small.
///
/// All methods may be called by any thread.
final class Spread {
  private final int threads;
  private final Deque<Branch> waiting = new ArrayDeque<>();
  private int idle;
  private boolean over;

  /// Read without the lock: a folder more or less that is kept does no harm.
  private volatile boolean wanted;

  /// @param first what there is to do
  Spread(int threads, Branch first) {
    this.threads = threads;
    waiting.add(first);
  }

  /// @return whether another thread takes it, and closes it
  boolean give(Branch branch) {
    if (!wanted) {
      return false;
    }
    synchronized (this) {
      if (over || idle <= waiting.size()) {
        return false;
      }
      waiting.add(branch);
      wanted = idle > waiting.size();
      notifyAll();
      return true;
    }
  }

  /// Waits for something to do.
  ///
  /// @return nothing once all is done
  synchronized @Nullable Branch take() throws InterruptedException {
    idle++;
    wanted = idle > waiting.size();
    while (waiting.isEmpty() && !over) {
      if (idle == threads) {
        over = true;
        notifyAll();
      } else {
        wait();
      }
    }
    idle--;
    return over ? null : waiting.poll();
  }

  synchronized boolean isOver() {
    return over;
  }

  /// Ends it early.
  synchronized void stop() throws IOException {
    over = true;
    wanted = false;
    for (var branch = waiting.poll(); branch != null; branch = waiting.poll()) {
      branch.close();
    }
    notifyAll();
  }
}
