package dev.drover.model.http.transport;

import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Sends requests. Safe for use by many threads; reuses connections that were read to their end.
///
/// HTTP/1.1 on purpose: a connection then carries one response, so that closing it stops exactly
/// that response, no server limit on streams delays a session, and local servers are not offered an
/// upgrade that some of them cannot handle. Redirects are not followed, because they would forward
/// the key.
public final class HttpTransport {
  private final HttpClient client;
  private final HttpTimeouts patience;

  public HttpTransport(HttpTimeouts patience) {
    this.patience = patience;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(patience.connect())
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();
  }

  /// One attempt; waits for the headers of the response.
  ///
  /// @throws InterruptedException if the thread was interrupted; the connection is closed then
  public HttpResponseStream send(HttpPost post) throws TransportException, InterruptedException {
    var request = HttpRequest.newBuilder(post.to());
    post.headers().forEach(request::setHeader);
    request.POST(BodyPublishers.ofByteArray(post.body().array()));
    var coming = client.sendAsync(request.build(), _ -> new ResponseBodySubscriber());
    try {
      return new HttpResponseStream(
          coming.get(patience.idle().toNanos(), TimeUnit.NANOSECONDS), patience.idle());
    } catch (InterruptedException stop) {
      abandon(coming);
      throw stop;
    } catch (TimeoutException late) {
      abandon(coming);
      throw new TransportException(
          TransportException.How.IDLE,
          "there was no answer for %d ms".formatted(patience.idle().toMillis()),
          late);
    } catch (ExecutionException broken) {
      throw unreachable(post.to(), broken.getCause());
    }
  }

  private static void abandon(CompletableFuture<HttpResponse<ResponseBodySubscriber>> coming) {
    coming.cancel(true);
    // It may have arrived in between.
    var _ = coming.thenAccept(answer -> answer.body().close());
  }

  private TransportException unreachable(URI to, @Nullable Throwable cause) {
    if (cause instanceof IOException broken) {
      var what = "%s: %s".formatted(address(to), words(broken));
      return new TransportException(TransportException.How.UNREACHABLE, what, cause);
    }
    throw new IllegalStateException("the client failed in a way it does not announce", cause);
  }

  /// Without the query, which only selects the response format.
  private static String address(URI to) {
    return "%s://%s%s".formatted(to.getScheme(), to.getRawAuthority(), to.getRawPath());
  }

  /// The client reports most of these without a message.
  private String words(IOException broken) {
    return switch (broken) {
      case HttpConnectTimeoutException _ ->
          "there was no connection within %d ms".formatted(patience.connect().toMillis());
      case ConnectException refused when refused.getCause() instanceof UnresolvedAddressException ->
          "there is no such host";
      case ConnectException refused when refused.getMessage() == null -> "connection refused";
      default -> IoErrors.describe(broken);
    };
  }
}
