package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("J10")
class OriginGuardTest {
  @SuppressWarnings("NullAway.Init")
  private HttpListener listener;

  @BeforeEach
  void start() throws IOException {
    CallHandler hello = _ -> HttpReply.text(200, "text/plain", "hello");
    listener =
        HttpListener.onLoopback(
            0,
            new OriginGuard(OriginGuard.LOOPBACK, Set.of("https://console.example"), hello),
            HttpLimits.DEFAULT);
  }

  @AfterEach
  void stop() {
    listener.close();
  }

  private String get(String... fields) throws IOException {
    return RawHttp.call(listener.port(), "GET /", fields);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "localhost:%d", "127.0.0.1:%d", "[::1]:%d", "LOCALHOST:1"})
  void namesOfThisMachineAreAccepted(String host) throws Exception {
    assertThat(get("Host: " + host.formatted(listener.port()))).startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example.com",
        "evil.example.com:80",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "[::1].evil.example",
        "localhost@evil.example",
        "0.0.0.0",
        ""
      })
  void aForeignHostIsMisdirectedAlsoIfOriginEqualsIt(String host) throws Exception {
    assertThat(get("Host: " + host, "Origin: http://" + host))
        .startsWith("HTTP/1.1 421")
        .contains("application/problem+json", "\"code\":\"host_unknown\"", "\"remedy\":\"Call it");
  }

  @Test
  void aPageOfTheServerItselfAndANamedOriginAreAccepted() throws Exception {
    assertThat(get("Host: localhost:80", "Origin: http://localhost:80")).startsWith("HTTP/1.1 200");
    assertThat(get("Host: localhost", "Origin: https://console.example"))
        .startsWith("HTTP/1.1 200");
    assertThat(get("Host: localhost", "Sec-Fetch-Site: same-origin")).startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: http://localhost:1",
        "Origin: http://localhost.evil.example",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site"
      })
  void aForeignPageIsRefused(String field) throws Exception {
    assertThat(get("Host: localhost", field))
        .startsWith("HTTP/1.1 403")
        .contains("\"code\":\"origin_unknown\"");
  }
}
