package dev.drover.cli.environment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A keyboard on top of any stream. A separate thread reads ahead; no caller waits for it.
final class StreamKeyboard implements KeyboardInput {
  private static final int MOST_PENDING = 64 * 1024;

  private final InputStream in;
  // Guarded by this.
  private final StringBuilder pending = new StringBuilder();
  private boolean ended;

  StreamKeyboard(InputStream in) {
    this.in = in;
    Thread.ofPlatform().daemon().name("drover-keyboard-stream").start(this::readAhead);
  }

  private void readAhead() {
    var bytes = new byte[4096];
    try {
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        add(new String(bytes, 0, count, StandardCharsets.UTF_8));
      }
    } catch (IOException unreadable) {
      // Without input the person counts as absent; the run waits for an answer from elsewhere.
    } finally {
      end();
    }
  }

  private synchronized void add(String text) {
    if (pending.length() + text.length() <= MOST_PENDING) {
      pending.append(text);
    }
    notifyAll();
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }

  private boolean isReady() {
    return ended || !pending.isEmpty();
  }

  @Override
  @SuppressWarnings("WaitNotInLoop")
  public synchronized boolean awaitInput(Duration patience) throws InterruptedException {
    if (!isReady() && patience.toMillis() > 0) {
      // A spurious wakeup is harmless: the caller checks again.
      wait(patience.toMillis());
    }
    return isReady();
  }

  @Override
  public synchronized @Nullable String read() throws InterruptedException {
    while (!isReady()) {
      wait();
    }
    if (pending.isEmpty()) {
      return null;
    }
    var text = pending.toString();
    pending.setLength(0);
    return text;
  }

  @Override
  public synchronized boolean discard() {
    boolean isAnything = !pending.isEmpty();
    pending.setLength(0);
    return isAnything;
  }
}
