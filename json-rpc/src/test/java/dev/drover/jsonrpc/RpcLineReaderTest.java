package dev.drover.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RpcLineReaderTest {
  private static final int LIMIT = 64 * 1024;
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
  private static final ReadMessage READ_PING =
      new ReadMessage.Message(new RpcMessage.Request(new RpcId.NumberId(1), "ping", null));

  @Test
  void eachLineIsOneMessage() throws IOException {
    assertThat(read(PING + "\n" + PING + "\r\n")).containsExactly(READ_PING, READ_PING);
  }

  @Test
  void aLastLineWithoutALineFeedIsRead() throws IOException {
    assertThat(read(PING)).containsExactly(READ_PING);
  }

  @Test
  void blankLinesAreSkipped() throws IOException {
    assertThat(read("\n \t\r\n\n" + PING + "\n\n  ")).containsExactly(READ_PING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Server started on port 3000", "{\"jsonrpc\":", "\u0000\u0000", "}{", "1 2"})
  void garbageIsReportedAndTheNextMessageArrives(String garbage) throws IOException {
    var all = read(garbage + "\n" + PING + "\n");
    assertThat(all).hasSize(2);
    assertThat(all.getFirst()).isInstanceOf(ReadMessage.Unreadable.class);
    assertThat(all.getLast()).isEqualTo(READ_PING);
  }

  @Test
  void aLineOfTenMegabytesIsSkippedInBoundedMemoryAndTheNextMessageArrives() throws IOException {
    var parts = new ArrayList<InputStream>();
    parts.add(bytes("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\""));
    for (int i = 0; i < 1_000; i++) {
      parts.add(bytes("x".repeat(10 * 1024)));
    }
    parts.add(bytes("\"}\n" + PING + "\n"));
    var reader = new RpcLineReader(join(parts), LIMIT);
    assertThat(reader.next())
        .isInstanceOfSatisfying(
            ReadMessage.Unreadable.class,
            skipped -> {
              assertThat(skipped.id()).isEqualTo(new RpcId.NumberId(7));
              assertThat(skipped.kind()).isEqualTo(ReadMessage.Kind.ANSWER);
              assertThat(skipped.excerpt().length()).isLessThan(300);
            });
    assertThat(reader.next()).isEqualTo(READ_PING);
    assertThat(reader.next()).isNull();
  }

  @Test
  void theIdOfALongAnswerIsFoundAtItsEnd() throws IOException {
    var line = "{\"result\":\"" + "x".repeat(LIMIT) + "\",\"jsonrpc\":\"2.0\",\"id\":\"a-9\"}\n";
    var read = (ReadMessage.Unreadable) read(line).getFirst();
    assertThat(read.id()).isEqualTo(new RpcId.TextId("a-9"));
    assertThat(read.kind()).isEqualTo(ReadMessage.Kind.ANSWER);
  }

  @Test
  void aLongLineWithoutALineFeedEndsWithTheStream() throws IOException {
    assertThat(read("x".repeat(2 * LIMIT)))
        .singleElement()
        .isInstanceOf(ReadMessage.Unreadable.class);
  }

  @Test
  void aLineOfExactlyTheLimitIsRead() throws IOException {
    var line = PING + " ".repeat(LIMIT - PING.length());
    assertThat(read(line + "\n" + line + " \n"))
        .satisfiesExactly(
            first -> assertThat(first).isEqualTo(READ_PING),
            second -> assertThat(second).isInstanceOf(ReadMessage.Unreadable.class));
  }

  @Test
  void aMessageMayArriveByteByByte() throws IOException {
    var parts = new ArrayList<InputStream>();
    for (byte each :
        ("{\"jsonrpc\":\"2.0\",\"method\":\"größe→😀\"}\n" + PING)
            .getBytes(StandardCharsets.UTF_8)) {
      parts.add(new ByteArrayInputStream(new byte[] {each}));
    }
    var reader = new RpcLineReader(join(parts), LIMIT);
    assertThat(reader.next())
        .isEqualTo(new ReadMessage.Message(new RpcMessage.Notification("größe→😀", null)));
    assertThat(reader.next()).isEqualTo(READ_PING);
  }

  @Test
  void utf16IsRefusedAlthoughTheParserCouldReadIt() throws IOException {
    var reader =
        new RpcLineReader(
            new ByteArrayInputStream(PING.getBytes(StandardCharsets.UTF_16LE)), LIMIT);
    assertThat(reader.next()).isInstanceOf(ReadMessage.Unreadable.class);
  }

  @Test
  void aLimitBelowOneChunkIsRefused() {
    assertThatThrownBy(() -> new RpcLineReader(InputStream.nullInputStream(), 10))
        .hasMessageContaining("at least");
  }

  private static List<ReadMessage> read(String text) throws IOException {
    var reader = new RpcLineReader(bytes(text), LIMIT);
    var all = new ArrayList<ReadMessage>();
    for (var next = reader.next(); next != null; next = reader.next()) {
      all.add(next);
    }
    return all;
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static InputStream join(List<InputStream> parts) {
    return new SequenceInputStream(Collections.enumeration(parts));
  }
}
