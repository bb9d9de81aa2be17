package dev.drover.mcp.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.mcp.server.agent.ConformanceFeatures;
import dev.drover.mcp.server.agent.RequestStateSeal;
import dev.drover.mcp.server.protocol.McpDispatcher;
import dev.drover.server.CallRefusedException;
import dev.drover.server.HeaderFields;
import dev.drover.server.HttpCall;
import dev.drover.server.HttpReply;
import dev.drover.spi.Bytes;
import dev.drover.spi.time.Time;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("H2")
class RememberedClientsTest {
  private static final int MOST = 100;
  private static final String INITIALIZE =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",
       "capabilities":{},"clientInfo":{"name":"a","version":"1"}}}
      """;

  private final RequestStateSeal seal =
      new RequestStateSeal(Bytes.of("k".repeat(32)), Duration.ofMinutes(1), Time.system());
  private final AtomicLong counter = new AtomicLong();
  private final McpHttpHandler handler =
      new McpHttpHandler(
          new McpDispatcher(new ConformanceFeatures(seal)),
          new McpHttpHandler.Setup(
              "/mcp",
              MOST,
              Duration.ofSeconds(5),
              Duration.ofSeconds(5),
              () -> seal.secretName("c" + counter.incrementAndGet())));

  private HttpReply post(HeaderFields headers, String json) throws Exception {
    return handler.handle(
        new HttpCall(
            "POST",
            "/mcp",
            headers.with("Content-Type", "application/json").with("Accept", "*/*"),
            () -> json.getBytes(StandardCharsets.UTF_8)));
  }

  private String initialize() throws Exception {
    return post(HeaderFields.NONE, INITIALIZE).headers().first("Mcp-Session-Id").orElseThrow();
  }

  private HttpReply ping(String session) throws Exception {
    return post(
        HeaderFields.NONE.with("Mcp-Session-Id", session),
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
  }

  @Test
  void tenThousandClientsThatNeverLeaveStayBounded() throws Exception {
    var first = initialize();
    for (int i = 0; i < 10_000; i++) {
      initialize();
    }
    assertThat(handler.rememberedClients()).isEqualTo(MOST);
    assertThatThrownBy(() -> ping(first))
        .isInstanceOfSatisfying(
            CallRefusedException.class, gone -> assertThat(gone.status()).isEqualTo(404));
    assertThat(ping(initialize()).status()).isEqualTo(200);
  }

  @Test
  void aClientThatIsUsedIsForgottenLast() throws Exception {
    var used = initialize();
    for (int i = 0; i < 3 * MOST; i++) {
      initialize();
      assertThat(ping(used).status()).isEqualTo(200);
    }
  }

  @Test
  void idsOfClientsAreLongAndVisible() throws Exception {
    assertThat(initialize()).hasSizeGreaterThan(40).matches("[\\x21-\\x7E]+");
  }
}
