package dev.drover.tools.shell;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// What a command prints: what is new since it was last asked for, and all of it, both in bounded
/// memory.
///
/// The pump adds; any other thread takes.
final class Output {
  private final int limit;
  private final Consumer<String> watcher;
  private final Semaphore news = new Semaphore(0);
  private final WholeOutput whole = new WholeOutput();
  private HeadAndTail fresh;
  private State state = State.SHOWN;

  private enum State {
    /// Somebody watches.
    SHOWN,
    UNSEEN,
    ENDED
  }

  /// @param limit how many bytes are shown at once
  /// @param watcher is shown everything, until [#hide]
  Output(int limit, Consumer<String> watcher) {
    this.limit = limit;
    this.watcher = watcher;
    this.fresh = new HeadAndTail(limit);
  }

  synchronized void add(byte[] bytes, int length) {
    fresh.add(bytes, length);
    whole.add(bytes, length);
    if (news.availablePermits() == 0) {
      news.release();
    }
  }

  /// Under the lock, so that nothing is shown to a call that has ended. A watcher that breaks is
  /// left alone from then on: a pump that died with it would keep the command from printing.
  synchronized void show(String text) {
    if (state == State.SHOWN) {
      try {
        watcher.accept(text);
      } catch (RuntimeException | Error broken) {
        state = State.UNSEEN;
      }
    }
  }

  /// From now on the watcher is left alone.
  synchronized void hide() {
    if (state == State.SHOWN) {
      state = State.UNSEEN;
    }
  }

  /// Nothing is printed any more.
  synchronized void end() {
    state = State.ENDED;
    news.release();
  }

  /// Waits for something new, or for the end.
  void awaitNews(Duration most) throws InterruptedException {
    if (news.tryAcquire(most.toMillis(), TimeUnit.MILLISECONDS)) {
      news.release();
    }
  }

  /// What is new. While more may come, the first half of a character stays for the next time.
  synchronized Excerpt take() {
    var taken = fresh;
    fresh = new HeadAndTail(limit);
    if (state == State.ENDED) {
      return taken.excerptOfAll();
    }
    news.drainPermits();
    var held = taken.unfinished();
    fresh.add(held, held.length);
    return taken.excerpt();
  }

  /// All that was printed, as far as there was room for it. Only after the end.
  synchronized InputStream openWhole() throws IOException {
    return whole.open();
  }

  synchronized void close() {
    whole.close();
  }
}
