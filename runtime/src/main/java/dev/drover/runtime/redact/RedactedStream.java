package dev.drover.runtime.redact;

import dev.drover.spi.secret.Redactor;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// A stream of any length without its secrets. It is read a few lines at a time, and a private key
/// as a whole. Bytes that are not UTF-8 pass as they are where there is no secret in their line.
public final class RedactedStream extends InputStream {
  private static final int MOST_HELD = 64 * 1024;
  private static final byte[] KEY_BEGINS = "-----BEGIN ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] KEY_ENDS = "-----END ".getBytes(StandardCharsets.US_ASCII);

  private final Redactor redactor;
  private final InputStream from;
  private byte[] ready = new byte[0];
  private int next;

  public RedactedStream(Redactor redactor, InputStream from) {
    this.redactor = redactor;
    this.from = new BufferedInputStream(from, MOST_HELD);
  }

  @Override
  public int read() throws IOException {
    return fill() ? ready[next++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, ready.length - next);
    System.arraycopy(ready, next, into, offset, count);
    next += count;
    return count;
  }

  private boolean fill() throws IOException {
    if (next < ready.length) {
      return true;
    }
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
    ready = clean(lines.toByteArray());
    next = 0;
    return ready.length > 0;
  }

  /// With its end; a long one in pieces, parted at a space where there is one.
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
