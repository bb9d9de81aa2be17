package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpListenerTest {
  private static final String HOST = "Host: localhost";

  private @Nullable HttpListener listener;

  private int start(CallHandler handler, HttpLimits limits) throws IOException {
    listener = HttpListener.onLoopback(0, handler, limits);
    return listener.port();
  }

  @AfterEach
  void stop() {
    if (listener != null) {
      listener.close();
    }
  }

  @Test
  void aCallReachesTheHandlerWhole() throws Exception {
    int port =
        start(
            call ->
                HttpReply.text(
                    201,
                    "text/plain; charset=utf-8",
                    "%s %s %s %s %s"
                        .formatted(
                            call.method(),
                            call.path(),
                            call.query(),
                            call.headers().all("x-many"),
                            new String(call.body().read(), StandardCharsets.UTF_8))),
            HttpLimits.DEFAULT);
    try (var http = new RawHttp(port)) {
      http.send(
          "POST /a%20b/c?x=%31 HTTP/1.1\r\n"
              + HOST
              + "\r\nX-Many: one\r\nx-many: two\r\nContent-Length: 6\r\nConnection: close\r\n\r\n"
              + "größ");
      assertThat(http.readAll())
          .startsWith("HTTP/1.1 201")
          .endsWith("POST /a b/c x=%31 [one, two] größ");
    }
  }

  @Test
  void aFileIsSentAndHeadHasNoContent(@TempDir Path folder) throws Exception {
    var file = Files.writeString(folder.resolve("a.txt"), "x".repeat(200_000));
    int port = start(_ -> new HttpReply.File(200, HeaderFields.NONE, file), HttpLimits.DEFAULT);
    assertThat(RawHttp.call(port, "GET /", HOST)).endsWith("x".repeat(200_000));
    assertThat(RawHttp.call(port, "HEAD /", HOST)).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
  }

  @Test
  void aStreamArrivesPieceByPiece() throws Exception {
    var read = new CountDownLatch(1);
    var closed = new CountDownLatch(1);
    int port =
        start(
            _ ->
                stream(
                    out -> {
                      out.write("first".getBytes(StandardCharsets.UTF_8));
                      read.await();
                      out.write("second".getBytes(StandardCharsets.UTF_8));
                    },
                    closed),
            HttpLimits.DEFAULT);
    try (var http = new RawHttp(port)) {
      http.send("GET / HTTP/1.1\r\n" + HOST + "\r\n\r\n").readUntil("first");
      read.countDown();
      http.readUntil("second");
    }
    assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
  }

  private interface Writing {
    void writeTo(HttpReply.StreamOutput out) throws IOException, InterruptedException;
  }

  private static HttpReply stream(Writing writing, CountDownLatch closed) {
    return new HttpReply.Stream(
        200,
        HeaderFields.NONE,
        new HttpReply.StreamBody() {
          @Override
          public void writeTo(HttpReply.StreamOutput out) throws IOException, InterruptedException {
            writing.writeTo(out);
          }

          @Override
          public void close() {
            closed.countDown();
          }
        });
  }

  @Test
  void aBrokenHandlerIsAnsweredWithoutItsStackTrace() throws Exception {
    int port =
        start(
            _ -> {
              throw new IllegalStateException("secret inside");
            },
            HttpLimits.DEFAULT);
    assertThat(RawHttp.call(port, "GET /", HOST))
        .startsWith("HTTP/1.1 500")
        .contains("\"code\":\"internal_error\"")
        .doesNotContain("secret inside", "IllegalState");
  }

  @Test
  void contentThatIsTooLargeIsRefused() throws Exception {
    int port =
        start(
            call -> HttpReply.text(200, "text/plain", "read " + call.body().read().length),
            HttpLimits.DEFAULT.bodyBytes(10));
    assertThat(post(port, "0123456789")).startsWith("HTTP/1.1 200").endsWith("read 10");
    assertThat(post(port, "0123456789x"))
        .startsWith("HTTP/1.1 413")
        .contains("\"code\":\"content_too_large\"");
  }

  private static String post(int port, String content) throws IOException {
    try (var http = new RawHttp(port)) {
      return http.send(
              "POST / HTTP/1.1\r\n%s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
                  .formatted(HOST, content.length(), content))
          .readAll();
    }
  }

  @Test
  void contentThatDoesNotArriveEndsTheCall() throws Exception {
    var refused = new CompletableFuture<CallRefusedException>();
    int port =
        start(
            call -> {
              try {
                return HttpReply.text(200, "text/plain", "read " + call.body().read().length);
              } catch (CallRefusedException late) {
                refused.complete(late);
                throw late;
              }
            },
            HttpLimits.DEFAULT.bodyTime(Duration.ofMillis(50)));
    try (var http = new RawHttp(port)) {
      http.send("POST / HTTP/1.1\r\n" + HOST + "\r\nContent-Length: 100\r\n\r\nhalf");
      assertThat(refused.get(30, TimeUnit.SECONDS).status()).isIn(400, 408);
    }
  }

  @Test
  void aReaderThatDoesNotReadLosesItsConnection() throws Exception {
    var closed = new CountDownLatch(1);
    var ended = new AtomicReference<@Nullable IOException>();
    int port =
        start(
            _ ->
                stream(
                    out -> {
                      try {
                        while (true) {
                          out.write(new byte[1024 * 1024]);
                        }
                      } catch (IOException gone) {
                        ended.set(gone);
                        throw gone;
                      }
                    },
                    closed),
            HttpLimits.DEFAULT.writeTime(Duration.ofMillis(100)));
    try (var http = new RawHttp(port)) {
      http.send("GET / HTTP/1.1\r\n" + HOST + "\r\n\r\n").readUntil("200 OK");
      assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(ended.get()).isNotNull();
    }
  }

  @Test
  void moreCallsThanTheLimitAreRefused() throws Exception {
    var inside = new CountDownLatch(1);
    var leave = new CountDownLatch(1);
    int port =
        start(
            _ -> {
              inside.countDown();
              leave.await();
              return HttpReply.empty(204);
            },
            HttpLimits.DEFAULT.calls(1));
    try (var first = new RawHttp(port)) {
      first.send("GET / HTTP/1.1\r\n" + HOST + "\r\nConnection: close\r\n\r\n");
      inside.await();
      assertThat(RawHttp.call(port, "GET /", HOST))
          .startsWith("HTTP/1.1 503")
          .containsIgnoringCase("retry-after: 1");
      leave.countDown();
      assertThat(first.readAll()).startsWith("HTTP/1.1 204");
    }
  }

  @Test
  void closingEndsStreamsFirstAndLetsThemSayGoodbye() throws Exception {
    var closed = new CountDownLatch(1);
    // A stop in the middle of a write closes the connection; this one comes between two writes.
    var written = new CountDownLatch(1);
    int port =
        start(
            _ ->
                stream(
                    out -> {
                      out.write("begun".getBytes(StandardCharsets.UTF_8));
                      written.countDown();
                      try {
                        new CountDownLatch(1).await();
                      } catch (InterruptedException stopping) {
                        out.write("the end".getBytes(StandardCharsets.UTF_8));
                      }
                    },
                    closed),
            HttpLimits.DEFAULT);
    try (var http = new RawHttp(port)) {
      http.send("GET / HTTP/1.1\r\n" + HOST + "\r\n\r\n").readUntil("begun");
      written.await();
      stop();
      assertThat(http.readAll()).contains("the end");
    }
    assertThat(closed.getCount()).isZero();
    assertThatThrownBy(() -> new RawHttp(port)).isInstanceOf(ConnectException.class);
  }

  @Test
  void headerFieldsCannotBreakTheLine() {
    assertThatThrownBy(() -> HeaderFields.NONE.with("A", "b\r\nC: d"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
