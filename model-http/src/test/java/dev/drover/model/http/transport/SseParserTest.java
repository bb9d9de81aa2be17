package dev.drover.model.http.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.spi.Bytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("C3")
class SseParserTest {
  private static final int LIMIT = 1_000;

  static Stream<Arguments> streams() {
    return Stream.of(
        Arguments.of("data: a\n\n", List.of(event("", "a"))),
        Arguments.of("data: a\r\n\r\n", List.of(event("", "a"))),
        Arguments.of("data: a\r\r", List.of(event("", "a"))),
        Arguments.of("event: x\r\ndata: a\r\n\r\n", List.of(event("x", "a"))),
        Arguments.of("data: a\r\ndata: b\r\n\r\n", List.of(event("", "a\nb"))),
        Arguments.of("event: x\rdata: a\rdata: b\r\r", List.of(event("x", "a\nb"))),
        Arguments.of("data: a\r\n\ndata: b\n\r\n", List.of(event("", "a"), event("", "b"))),
        Arguments.of("event: x\ndata: a\n\ndata: b\n\n", List.of(event("x", "a"), event("", "b"))),
        Arguments.of("data: a\nevent: x\n\n", List.of(event("x", "a"))),
        Arguments.of("data: a\ndata: b\ndata:\ndata:  c\n\n", List.of(event("", "a\nb\n\n c"))),
        Arguments.of("data:a\n\n", List.of(event("", "a"))),
        Arguments.of("data\n\n", List.of(event("", ""))),
        Arguments.of("data: {\"x\": \"a: b\"}\n\n", List.of(event("", "{\"x\": \"a: b\"}"))),
        Arguments.of(": a comment\n\n:\n\ndata: a\n: inside\n\n", List.of(event("", "a"))),
        Arguments.of("id: 1\nretry: 5\nnonsense: x\ndata: a\n\n", List.of(event("", "a"))),
        Arguments.of("event: x\n\ndata: a\n\n", List.of(event("", "a"))),
        Arguments.of(
            "\uFEFFdata: a\n\ndata: \uFEFFb\n\n", List.of(event("", "a"), event("", "\uFEFFb"))),
        Arguments.of("\n\n\r\n\r\rdata: a\n\n", List.of(event("", "a"))),
        Arguments.of("data: Grüße, 世界 🐑\n\n", List.of(event("", "Grüße, 世界 🐑"))),
        Arguments.of("data: \u2028\u0085\n\n", List.of(event("", "\u2028\u0085"))),
        Arguments.of("data: a\n\ndata: cut", List.of(event("", "a"))),
        Arguments.of("data: a\n\ndata: cut\n", List.of(event("", "a"))),
        Arguments.of("", List.of()));
  }

  @ParameterizedTest
  @MethodSource("streams")
  void eventsAreParsedHoweverTheStreamIsSplit(String stream, List<SseEvent> events)
      throws Exception {
    var bytes = stream.getBytes(UTF_8);
    assertThat(parsed(bytes, bytes.length, bytes.length)).isEqualTo(events);
    for (int one = 0; one <= bytes.length; one++) {
      for (int two = one; two <= bytes.length; two++) {
        assertThat(parsed(bytes, one, two)).as("parted at %d and %d", one, two).isEqualTo(events);
      }
    }
  }

  @Test
  void anEventThatNeverEndsIsRejectedBeforeItFillsTheHeap() {
    var endless = ("data: " + "x".repeat(LIMIT)).getBytes(UTF_8);
    assertTooLarge(endless);
    var manyLines = "data: 0123456789\n".repeat(LIMIT).getBytes(UTF_8);
    assertTooLarge(manyLines);
  }

  @Test
  void theLimitAppliesToOneEventAndNotToTheStream() throws Exception {
    var parser = new SseParser(LIMIT);
    var one = ("data: " + "x".repeat(LIMIT - 6) + "\n\n").getBytes(UTF_8);
    for (int i = 0; i < 10; i++) {
      assertThat(parser.feed(ByteBuffer.wrap(one))).hasSize(1);
    }
  }

  private static void assertTooLarge(byte[] bytes) {
    assertThatThrownBy(() -> new SseParser(LIMIT).feed(ByteBuffer.wrap(bytes)))
        .isInstanceOfSatisfying(
            TransportException.class,
            broken -> assertThat(broken.kind()).isEqualTo(TransportException.How.TOO_LARGE));
  }

  private static List<SseEvent> parsed(byte[] bytes, int one, int two) throws TransportException {
    var parser = new SseParser(LIMIT);
    var events = new ArrayList<SseEvent>();
    events.addAll(parser.feed(ByteBuffer.wrap(bytes, 0, one)));
    events.addAll(parser.feed(ByteBuffer.wrap(bytes, one, two - one)));
    events.addAll(parser.feed(ByteBuffer.wrap(bytes, two, bytes.length - two)));
    return events;
  }

  private static SseEvent event(String type, String data) {
    return new SseEvent(type, Bytes.of(data));
  }
}
