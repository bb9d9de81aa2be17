package dev.drover.tools.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// Copies the output of a command to its buffers and its watcher as it arrives.
///
/// Runs in a thread of its own.
final class OutputPump implements Runnable {
  private static final int BUFFER = 32 * 1024;

  private final InputStream from;
  private final CommandOutput to;
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);

  // A character may arrive in two pieces: its first bytes wait here.
  private final ByteBuffer undecoded = ByteBuffer.allocate(2 * BUFFER);
  private final CharBuffer decoded = CharBuffer.allocate(2 * BUFFER);

  OutputPump(InputStream from, CommandOutput to) {
    this.from = from;
    this.to = to;
  }

  @Override
  public void run() {
    var bytes = new byte[BUFFER];
    try (from) {
      for (int n = from.read(bytes); n >= 0; n = from.read(bytes)) {
        to.add(bytes, n);
        undecoded.put(bytes, 0, n);
        show();
      }
    } catch (IOException closed) {
      // The command was stopped; its output up to then is kept.
    }
  }

  private void show() {
    undecoded.flip();
    decoder.decode(undecoded, decoded.clear(), false);
    undecoded.compact();
    if (decoded.flip().hasRemaining()) {
      to.show(decoded.toString().replace('\0', OutputExcerpt.NO_TEXT));
    }
  }
}
