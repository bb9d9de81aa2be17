package dev.drover.tools.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Moves what a command prints to where it is kept and to where it is shown, as it comes.
///
/// Runs in a thread of its own, which is the only one that calls the two.
final class OutputPump implements Runnable {
  private static final int BUFFER = 8 * 1024;

  private final InputStream from;
  private final HeadAndTail kept;
  private final Consumer<String> shown;
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);

  OutputPump(InputStream from, HeadAndTail kept, Consumer<String> shown) {
    this.from = from;
    this.kept = kept;
    this.shown = shown;
  }

  @Override
  public void run() {
    var bytes = new byte[BUFFER];
    // A character may come in two pieces: its first bytes wait here.
    var undecoded = ByteBuffer.allocate(2 * BUFFER);
    try (from) {
      for (int n = from.read(bytes); n >= 0; n = from.read(bytes)) {
        kept.add(bytes, n);
        undecoded.put(bytes, 0, n);
        show(undecoded);
      }
    } catch (IOException closed) {
      // The command was stopped; what it printed until then is kept.
    }
  }

  private void show(ByteBuffer undecoded) {
    undecoded.flip();
    var chars = CharBuffer.allocate(undecoded.remaining() + 1);
    decoder.decode(undecoded, chars, false);
    undecoded.compact();
    chars.flip();
    if (chars.hasRemaining()) {
      shown.accept(chars.toString().replace('\0', '\uFFFD'));
    }
  }
}
