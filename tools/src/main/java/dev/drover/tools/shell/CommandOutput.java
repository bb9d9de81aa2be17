package dev.drover.tools.shell;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// The output of a command: the part not yet read and the whole, both in bounded memory.
///
/// The pump adds output; any other thread takes it.
final class CommandOutput {
  private final int limit;
  private final Consumer<String> watcher;
  private final Semaphore news = new Semaphore(0);
  private final SpooledOutput whole = new SpooledOutput();
  private HeadTailBuffer fresh;
  private State state = State.SHOWN;

  private enum State {
    /// A watcher is attached.
    SHOWN,
    UNSEEN,
    ENDED
  }

  /// @param limit maximum number of bytes shown at once
  /// @param watcher receives all output until [#detachWatcher]
  CommandOutput(int limit, Consumer<String> watcher) {
    this.limit = limit;
    this.watcher = watcher;
    this.fresh = new HeadTailBuffer(limit);
  }

  synchronized void add(byte[] bytes, int length) {
    fresh.add(bytes, length);
    whole.add(bytes, length);
    if (news.availablePermits() == 0) {
      news.release();
    }
  }

  /// Holds the lock, so that nothing is shown to a call that has ended. A watcher that throws is
  /// detached: if the pump died with it, the command could no longer print.
  synchronized void show(String text) {
    if (state == State.SHOWN) {
      try {
        watcher.accept(text);
      } catch (RuntimeException | Error broken) {
        state = State.UNSEEN;
      }
    }
  }

  /// Stops sending output to the watcher.
  synchronized void detachWatcher() {
    if (state == State.SHOWN) {
      state = State.UNSEEN;
    }
  }

  /// Marks the end of the output.
  synchronized void end() {
    state = State.ENDED;
    news.release();
  }

  /// Waits for new output or the end.
  void awaitOutput(Duration most) throws InterruptedException {
    if (news.tryAcquire(most.toMillis(), TimeUnit.MILLISECONDS)) {
      news.release();
    }
  }

  /// Takes the new output. While more may come, an incomplete character is left for the next call.
  synchronized OutputExcerpt take() {
    var taken = fresh;
    fresh = new HeadTailBuffer(limit);
    if (state == State.ENDED) {
      return taken.excerptOfAll();
    }
    news.drainPermits();
    var held = taken.unfinished();
    fresh.add(held, held.length);
    return taken.excerpt();
  }

  /// All output, up to the limit. Only after the end.
  synchronized InputStream openWhole() throws IOException {
    return whole.open();
  }

  synchronized void close() {
    whole.close();
  }
}
