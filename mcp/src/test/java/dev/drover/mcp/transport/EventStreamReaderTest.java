package dev.drover.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.spi.Bytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventStreamReaderTest {
  @Test
  void linesEndWithReturnsAndLineFeedsAndCommentsAreSkipped() throws IOException {
    assertThat(read(": hello\r\nid: 7\r\ndata: a\r\ndata:b\r\n\r\nevent: x\rdata: c\r\r"))
        .containsExactly(
            new StreamEvent("7", Bytes.of("a\nb")), new StreamEvent("7", Bytes.of("c")));
  }

  @Test
  void anEventWithoutItsEndIsDropped() throws IOException {
    assertThat(read("data: a\n\ndata: b\n")).containsExactly(new StreamEvent("", Bytes.of("a")));
  }

  @Test
  void theTimeToWaitIsReadAndBounded() throws IOException {
    var reader = reader("retry: 500\nretry: soon\ndata:\n\n");
    assertThat(reader.next()).isEqualTo(new StreamEvent("", Bytes.of("")));
    assertThat(reader.retry()).isEqualTo(Duration.ofMillis(500));
    var greedy = reader("retry: 999999999\ndata:\n\n");
    greedy.next();
    assertThat(greedy.retry()).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void anEventThatNeverEndsIsRefused() {
    assertThatThrownBy(() -> read("data: " + "x".repeat(2_000)))
        .hasMessageContaining("longer than");
    assertThatThrownBy(() -> read("data: xxxxxxxx\n".repeat(200)))
        .hasMessageContaining("longer than");
  }

  private static List<StreamEvent> read(String text) throws IOException {
    var reader = reader(text);
    var all = new ArrayList<StreamEvent>();
    for (var next = reader.next(); next != null; next = reader.next()) {
      all.add(next);
    }
    return all;
  }

  private static EventStreamReader reader(String text) {
    return new EventStreamReader(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), 1_000);
  }
}
