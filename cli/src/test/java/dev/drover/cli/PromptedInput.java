package dev.drover.cli;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// A person who reads before typing: one line at each prompt. The input ends after the last line.
final class PromptedInput extends InputStream {
  private static final String PROMPT = "> ";
  private static final String COLOUR = "\u001b\\[[0-9;]*m";

  // Guarded by this.
  private final Deque<String> lines;
  private final Deque<Byte> typed = new ArrayDeque<>();
  private boolean left;

  PromptedInput(String text) {
    this.lines = new ArrayDeque<>(List.of(text.split("(?<=\n)")));
    lines.remove("");
  }

  /// The screen that the person reads.
  ByteArrayOutputStream screen() {
    return new ByteArrayOutputStream() {
      private int seen;

      @Override
      public synchronized void flush() {
        if (size() > seen && isPrompted()) {
          seen = size();
          prompted();
        }
      }

      private boolean isPrompted() {
        return toString(StandardCharsets.UTF_8).replaceAll(COLOUR, "").endsWith(PROMPT);
      }
    };
  }

  private synchronized void prompted() {
    if (lines.isEmpty()) {
      left = true;
    } else {
      for (byte one : lines.remove().getBytes(StandardCharsets.UTF_8)) {
        typed.add(one);
      }
    }
    notifyAll();
  }

  @Override
  public synchronized int read() {
    try {
      while (typed.isEmpty() && !left) {
        wait();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return -1;
    }
    return typed.isEmpty() ? -1 : typed.remove() & 0xff;
  }

  /// Returns the typed text without waiting for more.
  @Override
  public synchronized int read(byte[] bytes, int from, int most) {
    int first = read();
    if (first < 0) {
      return -1;
    }
    bytes[from] = (byte) first;
    int count = 1;
    while (count < most && !typed.isEmpty()) {
      bytes[from + count++] = typed.remove();
    }
    return count;
  }
}
