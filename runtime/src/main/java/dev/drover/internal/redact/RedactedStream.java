package dev.drover.internal.redact;

import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.text.ChunkedInputStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// A stream of any length without its secrets. It is read a few lines at a time, and a private key
/// as a whole. Bytes that are not UTF-8 are passed unchanged if their line contains no secret.
public final class RedactedStream extends ChunkedInputStream {
  private static final int MOST_HELD = 64 * 1024;
  private static final byte[] KEY_BEGINS = "-----BEGIN ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] KEY_ENDS = "-----END ".getBytes(StandardCharsets.US_ASCII);

  private final SecretRedactor redactor;
  private final InputStream from;

  public RedactedStream(SecretRedactor redactor, InputStream from) {
    this.redactor = redactor;
    this.from = new BufferedInputStream(from, MOST_HELD);
  }

  @Override
  protected byte[] nextPart() throws IOException {
    var lines = new ByteArrayOutputStream();
    boolean inKey = false;
    do {
      var line = line();
      if (line.length == 0) {
        break;
      }
      lines.writeBytes(line);
      inKey = inKey ? !contains(line, KEY_ENDS) : contains(line, KEY_BEGINS);
    } while (inKey && lines.size() < MOST_HELD);
    return clean(lines.toByteArray());
  }

  /// A line with its terminator; a long one in pieces, split at a space where there is one.
  private byte[] line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (int b = from.read(); b >= 0; b = from.read()) {
      line.write(b);
      if (b == '\n' || (line.size() > MOST_HELD / 2 && b == ' ') || line.size() >= MOST_HELD) {
        break;
      }
    }
    return line.toByteArray();
  }

  private byte[] clean(byte[] bytes) {
    var text = new String(bytes, StandardCharsets.UTF_8);
    var clean = redactor.redact(text);
    return clean.equals(text) ? bytes : clean.getBytes(StandardCharsets.UTF_8);
  }

  private static boolean contains(byte[] line, byte[] words) {
    for (int at = 0; at + words.length <= line.length; at++) {
      int same = 0;
      while (same < words.length && line[at + same] == words[same]) {
        same++;
      }
      if (same == words.length) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() throws IOException {
    from.close();
  }
}
