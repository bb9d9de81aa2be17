package dev.drover.tools.search.line;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// Converts a text from another charset to UTF-8.
final class Utf8Transcoder implements ReadableByteChannel {
  private final ReadableByteChannel source;
  private final Reader characters;
  private final CharsetEncoder encoder =
      StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE);
  private final CharBuffer pending = CharBuffer.allocate(8 << 10).flip();
  private boolean ended;

  /// @param start bytes that were already read from the source
  Utf8Transcoder(byte[] start, ReadableByteChannel source, Charset charset) {
    this.source = source;
    this.characters =
        new InputStreamReader(
            new SequenceInputStream(
                new ByteArrayInputStream(start), Channels.newInputStream(source)),
            charset);
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    int before = into.position();
    while (into.position() == before) {
      if (!ended) {
        pending.compact();
        ended = characters.read(pending) < 0;
        pending.flip();
      }
      var result = encoder.encode(pending, into, ended);
      if (result.isOverflow() || ended) {
        break;
      }
    }
    boolean atEnd = ended && !pending.hasRemaining() && into.position() == before;
    return atEnd ? -1 : into.position() - before;
  }

  @Override
  public boolean isOpen() {
    return source.isOpen();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
