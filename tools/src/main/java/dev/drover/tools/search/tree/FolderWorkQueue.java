package dev.drover.tools.search.tree;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Passes folders from busy threads to idle ones. Never holds more folders than threads are
/// waiting, so the number of open folders stays small.
///
/// All methods may be called by any thread.
final class FolderWorkQueue {
  private final int threads;
  private final Deque<TreeFolder> waiting = new ArrayDeque<>();
  private int idle;
  private boolean over;

  /// Read without the lock: a stale value only keeps or offers one folder more.
  private volatile boolean wanted;

  /// @param first the initial work
  FolderWorkQueue(int threads, TreeFolder first) {
    this.threads = threads;
    waiting.add(first);
  }

  /// @return whether another thread takes the folder, and closes it
  boolean give(TreeFolder folder) {
    if (!wanted) {
      return false;
    }
    synchronized (this) {
      if (over || idle <= waiting.size()) {
        return false;
      }
      waiting.add(folder);
      wanted = idle > waiting.size();
      notifyAll();
      return true;
    }
  }

  /// Waits for work.
  ///
  /// @return null when all work is done
  synchronized @Nullable TreeFolder take() throws InterruptedException {
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

  /// Ends the work early.
  synchronized void stop() throws IOException {
    over = true;
    wanted = false;
    for (var folder = waiting.poll(); folder != null; folder = waiting.poll()) {
      folder.close();
    }
    notifyAll();
  }
}
