package dev.drover.mcp.oauth;

import dev.drover.jsonrpc.RpcJson;
import dev.drover.spi.text.IoErrors;
import dev.drover.spi.time.Time;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Requests to authorization servers: small JSON answers, within a time limit, without redirects.
final class OAuthHttp {
  private static final int MAX_BODY = 256 * 1024;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final HttpClient client;
  private final Time time;

  OAuthHttp(HttpClient client, Time time) {
    this.client = client;
    this.time = time;
  }

  /// @param json the body; null if it is no JSON object
  record Response(int status, @Nullable ObjectNode json) {
    boolean isSuccess() {
      return status >= 200 && status < 300;
    }
  }

  Response get(URI from) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(checked(from)).header("Accept", "application/json").GET());
  }

  Response post(URI to, ObjectNode body) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(checked(to))
            .header("Accept", "application/json")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(RpcJson.text(body))));
  }

  Response postForm(URI to, Map<String, String> form, Map<String, String> headers)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(checked(to))
            .header("Accept", "application/json")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(encode(form)));
    headers.forEach(request::setHeader);
    return send(request);
  }

  static String encode(Map<String, String> form) {
    return form.entrySet().stream()
        .map(each -> encode(each.getKey()) + "=" + encode(each.getValue()))
        .collect(Collectors.joining("&"));
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /// Codes, secrets and tokens go over TLS, or stay on this machine.
  private static URI checked(URI address) throws OAuthException {
    var host = address.getHost();
    if (host == null || !isSafe(address.getScheme(), host)) {
      throw new OAuthException(
          "%s must be an https address, or one of this machine".formatted(address));
    }
    return address;
  }

  private static boolean isSafe(String scheme, String host) {
    return "https".equalsIgnoreCase(scheme)
        || ("http".equalsIgnoreCase(scheme)
            && (host.equals("localhost") || host.equals("[::1]") || host.startsWith("127.")));
  }

  private Response send(HttpRequest.Builder builder) throws IOException, InterruptedException {
    var request = builder.build();
    var coming = client.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream());
    var late = new AtomicBoolean();
    var timer =
        Thread.ofVirtual()
            .name("mcp-oauth-deadline")
            .start(
                () -> {
                  try {
                    time.sleepUntil(time.now().plus(LIMIT));
                    late.set(true);
                    coming.cancel(true);
                    var _ = coming.thenAccept(response -> close(response.body()));
                  } catch (InterruptedException _) {
                    // The answer came.
                  }
                });
    try {
      return read(coming.get());
    } catch (InterruptedException stop) {
      coming.cancel(true);
      throw stop;
    } catch (ExecutionException | java.util.concurrent.CancellationException broken) {
      throw new OAuthException(
          "%s: %s".formatted(request.uri().getHost(), words(broken, late)), broken);
    } catch (IOException broken) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted during authorization");
      }
      throw new OAuthException(
          "%s: %s".formatted(request.uri().getHost(), words(broken, late)), broken);
    } finally {
      timer.interrupt();
    }
  }

  private static String words(Exception broken, AtomicBoolean late) {
    if (late.get()) {
      return "there was no answer within %d s".formatted(LIMIT.toSeconds());
    }
    return switch (broken) {
      case IOException io -> IoErrors.describe(io);
      case ExecutionException failed when failed.getCause() instanceof IOException io ->
          IoErrors.describe(io);
      default -> "the request failed";
    };
  }

  private static void close(InputStream body) {
    try {
      body.close();
    } catch (IOException _) {
      // It is given up.
    }
  }

  private static Response read(HttpResponse<InputStream> response) throws IOException {
    try (var body = response.body()) {
      var bytes = body.readNBytes(MAX_BODY);
      return new Response(response.statusCode(), object(bytes));
    }
  }

  private static @Nullable ObjectNode object(byte[] bytes) {
    try {
      JsonNode json = RpcJson.parse(new String(bytes, StandardCharsets.UTF_8));
      return json instanceof ObjectNode object ? object : null;
    } catch (JacksonException _) {
      return null;
    }
  }
}
