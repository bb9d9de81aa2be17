package dev.drover.mcp.transport;

import dev.drover.jsonrpc.ReadMessage;
import dev.drover.jsonrpc.RpcClosedException;
import dev.drover.jsonrpc.RpcError;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcException;
import dev.drover.jsonrpc.RpcId;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.jsonrpc.RpcMessage;
import dev.drover.jsonrpc.RpcTimeout;
import dev.drover.jsonrpc.RpcTimeoutException;
import dev.drover.spi.time.Time;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A server that is reached over HTTP. Each request is a POST of its own, whose response is the
/// answer, or a stream of events with the answer among them.
///
/// A request is carried out on the thread that makes it; no thread belongs to the wire except the
/// one that listens.
public final class HttpWire implements ServerWire {
  private static final int MAX_RESUMES = 5;
  private static final int MAX_SERVER_REQUESTS = 16;
  private static final int MAX_REFUSALS = 4;
  private static final Duration DEFAULT_RETRY = Duration.ofSeconds(1);
  private static final RpcTimeout SHORT = RpcTimeout.of(Duration.ofSeconds(5));

  private final HttpEndpoint endpoint;
  private final RequestAuthorizer authorizer;
  private final WireListener listener;
  private final Time time;
  private final AtomicLong lastId = new AtomicLong();
  private final Map<RpcId, OpenRequest> open = new ConcurrentHashMap<>();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final Semaphore serverRequests = new Semaphore(MAX_SERVER_REQUESTS);
  private volatile WireEra era = WireEra.STATELESS;
  private volatile String version = "";
  private volatile String session = "";
  private volatile boolean closed;

  public HttpWire(
      HttpEndpoint endpoint, RequestAuthorizer authorizer, WireListener listener, Time time) {
    this.endpoint = endpoint;
    this.authorizer = authorizer;
    this.listener = listener;
    this.time = time;
  }

  @Override
  public void agreeOn(String agreed, WireEra form) {
    if (agreed.isEmpty()) {
      session = "";
    }
    version = agreed;
    era = form;
  }

  @Override
  public JsonNode request(ServerRequest request)
      throws IOException, RpcException, InterruptedException {
    var id = new RpcId.NumberId(lastId.incrementAndGet());
    var exchange = new OpenRequest(id, request);
    open.put(id, exchange);
    try (var timer = DeadlineTimer.start(time, request.timeout(), exchange::abort)) {
      exchange.timedBy(timer);
      if (closed) {
        throw new RpcClosedException("the connection is closed", RpcClosedException.Sent.NO);
      }
      try {
        return exchange(request, exchange);
      } catch (IOException broken) {
        throw translate(broken, request, exchange, timer);
      } catch (InterruptedException stop) {
        cancel(exchange, request, "the caller was interrupted");
        throw stop;
      }
    } finally {
      open.remove(id);
      exchange.abort();
    }
  }

  /// An interrupt during the read of a body arrives as a plain [IOException].
  private IOException translate(
      IOException broken, ServerRequest request, OpenRequest exchange, DeadlineTimer timer)
      throws RpcException, InterruptedException {
    if (Thread.interrupted() || broken instanceof InterruptedIOException) {
      cancel(exchange, request, "the caller was interrupted");
      throw new InterruptedException("interrupted while waiting for " + request.method());
    }
    if (timer.hasExpired()) {
      cancel(exchange, request, "it was not answered in time");
      throw new RpcTimeoutException(
          "%s: %s was not answered in time (%d ms without a sign of progress, %d ms in all)"
              .formatted(
                  endpoint.address(),
                  request.method(),
                  request.timeout().silence().toMillis(),
                  request.timeout().total().toMillis()));
    }
    if (closed) {
      throw new RpcClosedException("the connection was closed", RpcClosedException.Sent.PERHAPS);
    }
    return endpoint.describe(broken);
  }

  /// Without sessions, the end of the exchange is the message.
  private void cancel(OpenRequest exchange, ServerRequest request, String why) {
    exchange.abort();
    if (era == WireEra.SESSION && !request.method().equals("initialize") && !closed) {
      var params = RpcJson.object();
      params.set("requestId", exchange.id.json());
      params.put("reason", why);
      background("mcp-cancel", () -> notify("notifications/cancelled", params));
    }
  }

  private JsonNode exchange(ServerRequest request, OpenRequest exchange)
      throws IOException, RpcException, InterruptedException {
    var params = request.params();
    if (request.progress() != null) {
      params = params.deepCopy();
      params.withObject("/_meta").set("progressToken", exchange.id.json());
    }
    var message = new RpcMessage.Request(exchange.id, request.method(), params);
    var response = send(RpcJson.bytes(message), headers(request), exchange);
    if (request.method().equals("initialize")) {
      session = response.headers().firstValue("mcp-session-id").orElse("");
    }
    return switch (HttpEndpoint.mediaType(response)) {
      case "application/json" -> answerIn(HttpAnswers.message(response.body()), exchange);
      case "text/event-stream" -> answerOf(response, exchange);
      case String other ->
          throw new IOException(
              "the answer is '%s' and no message of the protocol".formatted(other));
    };
  }

  private Map<String, String> headers(ServerRequest request) {
    var headers = new HashMap<>(request.headers());
    if (era == WireEra.STATELESS) {
      headers.put("Mcp-Method", request.method());
    }
    return headers;
  }

  /// @return a response with a status of success
  private HttpResponse<InputStream> send(
      byte[] body, Map<String, String> more, OpenRequest exchange)
      throws IOException, RpcException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      var credentials = authorizer.headers();
      var response = exchange.await(endpoint.post(body, with(credentials, more)));
      int status = response.statusCode();
      if (status >= 200 && status < 300) {
        return response;
      }
      if (status == 404 && !session.isEmpty()) {
        throw new SessionLostException();
      }
      boolean refused = status == 401 || status == 403;
      var challenges = response.headers().allValues("www-authenticate");
      if (!refused
          || attempt == MAX_REFUSALS
          || !authorizer.renew(status, credentials, challenges)) {
        throw HttpAnswers.failure(response, endpoint.address());
      }
      response.body().close();
    }
  }

  private Map<String, String> with(Map<String, String> credentials, Map<String, String> more) {
    var headers = new HashMap<>(credentials);
    headers.putAll(more);
    if (!version.isEmpty()) {
      headers.put("MCP-Protocol-Version", version);
    }
    if (!session.isEmpty()) {
      headers.put("Mcp-Session-Id", session);
    }
    return headers;
  }

  private static JsonNode answerIn(ReadMessage read, OpenRequest exchange)
      throws IOException, RpcErrorException {
    return switch (read) {
      case ReadMessage.Message(RpcMessage.Result(var id, var result)) when id.equals(exchange.id) ->
          result;
      case ReadMessage.Message(RpcMessage.Failure(_, var error)) ->
          throw new RpcErrorException(error);
      case ReadMessage.Message _ -> throw new IOException("the answer is to another request");
      case ReadMessage.Unreadable(_, _, var error, var excerpt) ->
          throw new IOException("%s: %s".formatted(error.message(), excerpt));
    };
  }

  /// Reads events until the answer. With sessions, a stream that ends before is opened again, from
  /// the last event on.
  private JsonNode answerOf(HttpResponse<InputStream> first, OpenRequest exchange)
      throws IOException, RpcException, InterruptedException {
    var response = first;
    var lastEvent = "";
    for (int resumes = 0; ; resumes++) {
      var events = new EventStreamReader(response.body(), HttpAnswers.MAX_BODY);
      for (var event = events.next(); event != null; event = events.next()) {
        lastEvent = event.id().isEmpty() ? lastEvent : event.id();
        var answer = deliver(event, exchange);
        if (answer != null) {
          return answerIn(new ReadMessage.Message(answer), exchange);
        }
      }
      if (lastEvent.isEmpty() || era == WireEra.STATELESS || resumes == MAX_RESUMES) {
        throw new RpcClosedException(
            "the stream ended before the answer", RpcClosedException.Sent.PERHAPS);
      }
      var retry = events.retry();
      time.sleepUntil(time.now().plus(retry == null ? DEFAULT_RETRY : retry));
      response = resume(lastEvent, exchange);
    }
  }

  private HttpResponse<InputStream> resume(String lastEvent, OpenRequest exchange)
      throws IOException, RpcException, InterruptedException {
    var more = lastEvent.isEmpty() ? Map.<String, String>of() : Map.of("Last-Event-ID", lastEvent);
    var response = exchange.await(endpoint.get(with(authorizer.headers(), more)));
    if (response.statusCode() != 200) {
      throw HttpAnswers.failure(response, endpoint.address());
    }
    return response;
  }

  /// @return the message, if it answers this exchange
  private RpcMessage.@Nullable Answer deliver(StreamEvent event, OpenRequest exchange) {
    if (event.data().length() == 0) {
      return null;
    }
    switch (RpcJson.read(event.data().array(), 0, event.data().length())) {
      case ReadMessage.Message(RpcMessage.Answer answer) -> {
        if (answer.id().equals(exchange.id)) {
          return answer;
        }
        listener.problem("an answer to another request was ignored");
      }
      case ReadMessage.Message(RpcMessage.Notification notification) -> hear(notification);
      case ReadMessage.Message(RpcMessage.Request request) -> serve(request, exchange);
      case ReadMessage.Unreadable unreadable ->
          listener.problem("%s: %s".formatted(unreadable.error().message(), unreadable.excerpt()));
    }
    return null;
  }

  private void hear(RpcMessage.Notification notification) {
    JsonNode params = notification.params() == null ? RpcJson.object() : notification.params();
    if (!notification.method().equals("notifications/progress")) {
      listener.notification(notification.method(), params);
      return;
    }
    RpcId.of(params.path("progressToken"))
        .map(open::get)
        .ifPresent(request -> request.progress(params));
  }

  private void serve(RpcMessage.Request request, OpenRequest exchange) {
    if (era == WireEra.STATELESS || !serverRequests.tryAcquire()) {
      listener.problem("a request of the server was ignored: " + request.method());
      return;
    }
    background(
        "mcp-server-request",
        () -> {
          try {
            post(answer(request, exchange));
          } finally {
            serverRequests.release();
          }
        });
  }

  private RpcMessage.Answer answer(RpcMessage.Request request, OpenRequest exchange)
      throws InterruptedException {
    JsonNode params = request.params() == null ? RpcJson.object() : request.params();
    try {
      return new RpcMessage.Result(
          request.id(), listener.request(request.method(), params, exchange.request()));
    } catch (RpcErrorException refused) {
      return new RpcMessage.Failure(request.id(), refused.error());
    } catch (RuntimeException failed) {
      listener.problem("a request of the server failed: " + failed);
      return new RpcMessage.Failure(
          request.id(), new RpcError(RpcError.INTERNAL_ERROR, "internal error"));
    }
  }

  @Override
  public void notify(String method, ObjectNode params) throws IOException, InterruptedException {
    try {
      post(new RpcMessage.Notification(method, params));
    } catch (RpcException refused) {
      throw new IOException(refused.getMessage(), refused);
    }
  }

  private void post(RpcMessage message) throws IOException, RpcException, InterruptedException {
    var exchange = new OpenRequest(new RpcId.NumberId(lastId.incrementAndGet()), null);
    try (var _ = DeadlineTimer.start(time, SHORT, exchange::abort)) {
      var headers =
          message instanceof RpcMessage.Notification(var method, _) && era == WireEra.STATELESS
              ? Map.of("Mcp-Method", method)
              : Map.<String, String>of();
      send(RpcJson.bytes(message), headers, exchange).body().close();
    }
  }

  @Override
  public void extendOpen() {
    open.values().forEach(OpenRequest::extend);
  }

  @Override
  public void listen(@Nullable ServerRequest subscription) {
    background("mcp-listen", () -> listenLoop(subscription));
  }

  private void listenLoop(@Nullable ServerRequest subscription) throws InterruptedException {
    var lastEvent = "";
    for (int failures = 0; failures <= MAX_RESUMES && !closed; ) {
      var exchange = new OpenRequest(new RpcId.NumberId(lastId.incrementAndGet()), null);
      open.put(exchange.id, exchange);
      var wait = DEFAULT_RETRY;
      try {
        var response =
            subscription == null
                ? resume(lastEvent, exchange)
                : send(subscribe(subscription, exchange), headers(subscription), exchange);
        var events = new EventStreamReader(response.body(), HttpAnswers.MAX_BODY);
        for (var event = events.next(); event != null; event = events.next()) {
          failures = 0;
          lastEvent = event.id().isEmpty() ? lastEvent : event.id();
          deliver(event, exchange);
        }
        var retry = events.retry();
        wait = retry == null ? wait : retry;
      } catch (HttpStatusException | RpcException unsupported) {
        return;
      } catch (SessionLostException lost) {
        listener.lost(String.valueOf(lost.getMessage()));
        return;
      } catch (IOException broken) {
        if (!closed && failures == MAX_RESUMES) {
          listener.lost(String.valueOf(endpoint.describe(broken).getMessage()));
        }
      } finally {
        open.remove(exchange.id);
        exchange.abort();
      }
      failures++;
      time.sleepUntil(time.now().plus(wait.multipliedBy(failures)));
    }
  }

  private static byte[] subscribe(ServerRequest subscription, OpenRequest exchange) {
    return RpcJson.bytes(
        new RpcMessage.Request(exchange.id, subscription.method(), subscription.params()));
  }

  private interface Work {
    void run() throws IOException, RpcException, InterruptedException;
  }

  private void background(String name, Work work) {
    var thread = Thread.ofVirtual().name(name).unstarted(() -> runQuietly(work));
    threads.add(thread);
    thread.start();
  }

  private void runQuietly(Work work) {
    try {
      work.run();
    } catch (IOException | RpcException failed) {
      if (!closed) {
        listener.problem(String.valueOf(failed.getMessage()));
      }
    } catch (InterruptedException _) {
      // Closed.
    } finally {
      threads.remove(Thread.currentThread());
    }
  }

  /// A server with sessions is told that this one is over, if it answers quickly.
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    open.values().forEach(OpenRequest::abort);
    threads.forEach(Thread::interrupt);
    if (!session.isEmpty()) {
      var exchange = new OpenRequest(new RpcId.NumberId(lastId.incrementAndGet()), null);
      try (var _ = DeadlineTimer.start(time, SHORT, exchange::abort)) {
        exchange.await(endpoint.delete(with(authorizer.headers(), Map.of()))).body().close();
      } catch (IOException _) {
        // The server forgets the session by itself.
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
