package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.jsonrpc.ReadMessage;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.jsonrpc.RpcLineReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// A stream of messages has the same meaning however it is split, each line is a message or is
/// refused, and a message that is written is read as the same one.
final class RpcLinesTarget implements FuzzTarget {
  private static final int LIMIT = 16 * 1024;

  @Override
  public void accept(byte[] stream) {
    var whole = read(new ByteArrayInputStream(stream));
    assertThat(read(new OneByteStream(stream))).isEqualTo(whole);
    for (var each : whole) {
      switch (each) {
        case ReadMessage.Message(var message) -> {
          var bytes = RpcJson.bytes(message);
          assertThat(RpcJson.read(bytes, 0, bytes.length)).isEqualTo(each);
        }
        case ReadMessage.Unreadable unreadable -> {
          assertThat(unreadable.error().message()).isNotEmpty();
          assertThat(unreadable.excerpt().length()).isLessThan(300);
        }
      }
    }
  }

  private static List<ReadMessage> read(InputStream in) {
    var reader = new RpcLineReader(in, LIMIT);
    var all = new ArrayList<ReadMessage>();
    try {
      for (var next = reader.next(); next != null; next = reader.next()) {
        all.add(next);
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
    return all;
  }

  /// Gives one byte for each read.
  private static final class OneByteStream extends ByteArrayInputStream {
    OneByteStream(byte[] bytes) {
      super(bytes);
    }

    @Override
    public synchronized int read(byte[] into, int from, int length) {
      return super.read(into, from, Math.min(1, length));
    }
  }
}
