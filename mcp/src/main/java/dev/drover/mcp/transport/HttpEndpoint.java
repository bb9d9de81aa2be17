package dev.drover.mcp.transport;

import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// The address of a server and the client that reaches it. Safe for use by many threads.
///
/// Redirects are not followed, because they would forward credentials, and because an address that
/// a person has approved must not lead to another one.
public final class HttpEndpoint {
  private final URI uri;
  private final HttpClient client;

  public HttpEndpoint(URI uri, HttpClient client) {
    this.uri = uri;
    this.client = client;
  }

  public URI uri() {
    return uri;
  }

  CompletableFuture<HttpResponse<InputStream>> post(byte[] body, Map<String, String> headers)
      throws IOException {
    var request =
        builder(headers)
            .setHeader("Content-Type", "application/json")
            .setHeader("Accept", "application/json, text/event-stream")
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    return client.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream());
  }

  CompletableFuture<HttpResponse<InputStream>> get(Map<String, String> headers) throws IOException {
    var request = builder(headers).setHeader("Accept", "text/event-stream").GET().build();
    return client.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream());
  }

  CompletableFuture<HttpResponse<InputStream>> delete(Map<String, String> headers)
      throws IOException {
    return client.sendAsync(
        builder(headers).DELETE().build(), HttpResponse.BodyHandlers.ofInputStream());
  }

  private HttpRequest.Builder builder(Map<String, String> headers) throws IOException {
    var request = HttpRequest.newBuilder(uri);
    for (var header : headers.entrySet()) {
      try {
        request.setHeader(header.getKey(), header.getValue());
      } catch (IllegalArgumentException refused) {
        // The value may be a secret.
        throw new IOException("the header %s cannot be sent".formatted(header.getKey()), refused);
      }
    }
    return request;
  }

  /// The same error in words; the client reports most of these without a message.
  IOException describe(IOException broken) {
    if (broken instanceof HttpStatusException || broken instanceof SessionLostException) {
      return broken;
    }
    var words =
        switch (broken) {
          case HttpConnectTimeoutException _ -> "there was no connection in time";
          case ConnectException refused
              when refused.getCause() instanceof UnresolvedAddressException ->
              "there is no such host";
          case ConnectException refused when refused.getMessage() == null -> "connection refused";
          default -> IoErrors.describe(broken);
        };
    return new IOException("%s: %s".formatted(address(), words), broken);
  }

  /// Without user information and query, which may be secret.
  public String address() {
    var port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    return "%s://%s%s%s".formatted(uri.getScheme(), uri.getHost(), port, uri.getRawPath());
  }

  static String mediaType(HttpResponse<?> response) {
    @Nullable String value = response.headers().firstValue("content-type").orElse("");
    int end = value.indexOf(';');
    return (end < 0 ? value : value.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }
}
