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

/// Whether a provider's server answers. It is contacted without a key, so that none can leak; a
/// server that demands one counts as reachable.
///
/// @param address the address that was contacted
/// @param result whether a model server answered
/// @param detail a short description of the response
public record ProviderReachability(
    RegisteredProvider provider, URI address, ProbeResult result, String detail) {
  private static final int CONNECT_MILLIS = 1_500;
  private static final Duration ANSWER = Duration.ofSeconds(2);
  private static final int ALL_SECONDS = 4;
  private static final int OK = 200;
  private static final List<Integer> WANTS_KEY = List.of(400, 401, 403);
  private static final int HTTPS_PORT = 443;
  private static final int HTTP_PORT = 80;

  public enum ProbeResult {
    THERE,
    /// A server answers, but not as expected.
    ODD,
    NOBODY
  }

  /// Contacts all at once; a server that does not answer within a few seconds is unreachable.
  public static List<ProviderReachability> of(List<RegisteredProvider> providers) {
    // Not closed: closing would wait for servers that do not answer.
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      var asked =
          threads.invokeAll(
              providers.stream().map(ProviderReachability::asking).toList(),
              ALL_SECONDS,
              TimeUnit.SECONDS);
      var reached = new ArrayList<ProviderReachability>();
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

  private static Callable<ProviderReachability> asking(RegisteredProvider provider) {
    return () -> ask(provider);
  }

  private static ProviderReachability ended(
      RegisteredProvider provider, Future<ProviderReachability> asked) throws InterruptedException {
    try {
      return asked.get();
    } catch (ExecutionException | CancellationException late) {
      return nobody(provider, "no answer within %d s".formatted(ALL_SECONDS));
    }
  }

  /// Tries a bare connection first: without a listener, no HTTP client is created.
  private static ProviderReachability ask(RegisteredProvider provider) throws InterruptedException {
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
      return new ProviderReachability(
          provider, tried, ProbeResult.ODD, "a connection, and no answer");
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

  private static ProviderReachability judged(RegisteredProvider provider, URI tried, int status) {
    if (status == OK) {
      return new ProviderReachability(provider, tried, ProbeResult.THERE, "answers");
    }
    return WANTS_KEY.contains(status) && !provider.keyPlace().isEmpty()
        ? new ProviderReachability(provider, tried, ProbeResult.THERE, "answers, and wants a key")
        : new ProviderReachability(
            provider, tried, ProbeResult.ODD, "answers with status " + status);
  }

  private static ProviderReachability nobody(RegisteredProvider provider, String why) {
    return new ProviderReachability(provider, provider.listOfModels(), ProbeResult.NOBODY, why);
  }
}
