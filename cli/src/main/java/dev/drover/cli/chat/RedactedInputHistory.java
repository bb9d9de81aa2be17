package dev.drover.cli.chat;

import dev.drover.spi.secret.SecretRedactor;
import java.time.Instant;
import org.jline.reader.impl.history.DefaultHistory;

/// The input history for the arrow keys, in memory and in a file, both with secrets redacted.
final class RedactedInputHistory extends DefaultHistory {
  /// The maximum number of lines.
  static final int MOST = 1_000;

  private final SecretRedactor redactor;

  RedactedInputHistory(SecretRedactor redactor) {
    this.redactor = redactor;
  }

  @Override
  public void add(Instant time, String line) {
    super.add(time, redactor.redact(line));
  }
}
