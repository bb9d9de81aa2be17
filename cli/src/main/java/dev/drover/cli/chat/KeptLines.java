package dev.drover.cli.chat;

import dev.drover.spi.secret.Redactor;
import java.time.Instant;
import org.jline.reader.impl.history.DefaultHistory;

/// What was typed, for the arrow keys, in memory and in a file: without its secrets in both.
final class KeptLines extends DefaultHistory {
  /// How many lines are kept.
  static final int MOST = 1_000;

  private final Redactor redactor;

  KeptLines(Redactor redactor) {
    this.redactor = redactor;
  }

  @Override
  public void add(Instant time, String line) {
    super.add(time, redactor.redact(line));
  }
}
