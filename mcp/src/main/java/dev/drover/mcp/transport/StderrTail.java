package dev.drover.mcp.transport;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/// The last lines that a program wrote to its standard error. Safe for use by many threads.
final class StderrTail {
  private static final int KEPT = 2_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final StringBuilder tail = new StringBuilder();

  /// Reads to the end, so that the program never waits for its reader.
  void readAll(InputStream in) {
    var buffer = new byte[4 * 1024];
    try (in) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        append(new String(buffer, 0, count, StandardCharsets.UTF_8));
      }
    } catch (IOException _) {
      // The program is gone.
    }
  }

  private void append(String text) {
    lock.lock();
    try {
      tail.append(text);
      if (tail.length() > 2 * KEPT) {
        tail.delete(0, tail.length() - KEPT);
      }
    } finally {
      lock.unlock();
    }
  }

  String text() {
    lock.lock();
    try {
      var end = tail.substring(Math.max(0, tail.length() - KEPT));
      return end.strip().replaceAll("[\\p{Cntrl}\\p{Cf}&&[^\\n]]", " ");
    } finally {
      lock.unlock();
    }
  }
}
