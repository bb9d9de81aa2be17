package dev.drover.cli.provider;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// Whether somebody is there. Asked without a key, so that none can get into wrong hands; a server
/// that wants one says so, and that is an answer.
///
/// @param tried the address that was asked
/// @param found whether a server that gives models answered
/// @param said what came back, in a few words
public record Reach(Provider provider, URI tried, Found found, String said) {
  private static final int CONNECT_MILLIS = 1_500;
  private static final Duration ANSWER = Duration.ofSeconds(2);
  private static final int ALL_SECONDS = 4;
  private static final int OK = 200;
  private static final List<Integer> WANTS_KEY = List.of(400, 401, 403);
  private static final int HTTPS_PORT = 443;
  private static final int HTTP_PORT = 80;

  public enum Found {
    THERE,
    /// Somebody answers, with something else than expected.
    ODD,
    NOBODY
  }

  /// Asks all at once; whoever does not answer within a few seconds is not there.
  public static List<Reach> of(List<Provider> providers) {
    // Not closed: that would wait for those who do not answer.
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      var asked =
          threads.invokeAll(
              providers.stream().map(Reach::asking).toList(), ALL_SECONDS, TimeUnit.SECONDS);
      var reached = new ArrayList<Reach>();
      for (int i = 0; i < providers.size(); i++) {
        reached.add(ended(providers.get(i), asked.get(i)));
      }
      return reached;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return providers.stream().map(provider -> nobody(provider, "was not asked")).toList();
    } finally {
      threads.shutdownNow();
    }
  }

  private static Callable<Reach> asking(Provider provider) {
    return () -> ask(provider);
  }

  private static Reach ended(Provider provider, Future<Reach> asked) throws InterruptedException {
    try {
      return asked.get();
    } catch (ExecutionException | CancellationException late) {
      return nobody(provider, "no answer within %d s".formatted(ALL_SECONDS));
    }
  }

  /// A bare connection first: where nobody listens, no client has to be made.
  private static Reach ask(Provider provider) throws InterruptedException {
    var tried = provider.listOfModels();
    int port = tried.getPort() >= 0 ? tried.getPort() : usualPort(tried);
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(tried.getHost(), port), CONNECT_MILLIS);
    } catch (IOException absent) {
      return nobody(provider, "no connection");
    }
    try {
      return judged(provider, tried, status(tried));
    } catch (IOException broken) {
      return new Reach(provider, tried, Found.ODD, "a connection, and no answer");
    }
  }

  private static int usualPort(URI address) {
    return address.getScheme().equals("https") ? HTTPS_PORT : HTTP_PORT;
  }

  private static int status(URI tried) throws IOException, InterruptedException {
    var client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(ANSWER)
            .build();
    try {
      var request = HttpRequest.newBuilder(tried).timeout(ANSWER).GET().build();
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } finally {
      client.shutdownNow();
    }
  }

  private static Reach judged(Provider provider, URI tried, int status) {
    if (status == OK) {
      return new Reach(provider, tried, Found.THERE, "answers");
    }
    return WANTS_KEY.contains(status) && !provider.keyPlace().isEmpty()
        ? new Reach(provider, tried, Found.THERE, "answers, and wants a key")
        : new Reach(provider, tried, Found.ODD, "answers with status " + status);
  }

  private static Reach nobody(Provider provider, String why) {
    return new Reach(provider, provider.listOfModels(), Found.NOBODY, why);
  }
}
