package dev.drover.jsonrpc;

import dev.drover.jsonrpc.RpcLimits.UnreadableReply;
import dev.drover.spi.text.IoErrors;
import dev.drover.spi.time.Time;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One side of a connection: asks, answers, notifies.
///
/// [#receive] and [#readAll] belong to one reading thread. All other methods may be called by any
/// thread.
///
/// Laws:
///
/// 1. A call ends once, and each request of the other side is answered at most once, with its id.
/// 2. A notification is never answered.
/// 3. After [#close] no call waits, no thread of this peer runs, and the channel is closed.
public final class RpcPeer implements AutoCloseable {
  /// Refusals that wait to be written.
  private static final int MAX_REFUSALS = 10_000;

  private final RpcChannel channel;
  private final RpcHandler handler;
  private final Time time;
  private final RpcLimits limits;
  private final AtomicLong lastId = new AtomicLong();
  private final Map<RpcId, RpcCall> calls = new ConcurrentHashMap<>();
  private final Map<Object, RpcRequestContext> requests = new ConcurrentHashMap<>();
  private final Semaphore slots;
  private final Semaphore refusals = new Semaphore(MAX_REFUSALS);
  private final CallDeadlines deadlines;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile String whyClosed = "";

  public RpcPeer(RpcChannel channel, RpcHandler handler, Time time, RpcLimits limits) {
    this.channel = channel;
    this.handler = handler;
    this.time = time;
    this.limits = limits;
    this.slots = new Semaphore(limits.requests());
    this.deadlines = new CallDeadlines(time, calls.values());
  }

  /// Sends a request and waits for its answer.
  ///
  /// @throws InterruptedException if the thread was interrupted; the request is abandoned
  public JsonNode call(String method, @Nullable JsonNode params, RpcTimeout timeout)
      throws RpcException, InterruptedException {
    return start(method, params, timeout).await();
  }

  /// Sends a request. The caller awaits it.
  public RpcCall start(String method, @Nullable JsonNode params, RpcTimeout timeout)
      throws RpcException {
    return start(nextId(), method, params, timeout);
  }

  /// An id that no other request of this side has.
  public RpcId nextId() {
    return new RpcId.NumberId(lastId.incrementAndGet());
  }

  /// Sends a request under an id of [#nextId], for a protocol that repeats it in the parameters.
  public RpcCall start(RpcId id, String method, @Nullable JsonNode params, RpcTimeout timeout)
      throws RpcException {
    var request = new RpcMessage.Request(id, method, params);
    var call = new RpcCall(this, request, timeout, time.now());
    calls.put(id, call);
    if (closed.get()) {
      calls.remove(id);
      throw new RpcClosedException(whyClosed, RpcClosedException.Sent.NO);
    }
    deadlines.watch(call);
    try {
      channel.send(request);
      call.markSent();
    } catch (IOException broken) {
      call.closed("the request could not be sent: " + IoErrors.describe(broken));
      calls.remove(id);
    }
    return call;
  }

  /// @throws IOException if the connection is closed or broken
  public void notify(String method, @Nullable JsonNode params) throws IOException {
    channel.send(new RpcMessage.Notification(method, params));
  }

  /// Receives everything from a stream, and closes this peer at its end.
  public void readAll(RpcLineReader lines) {
    readAll(lines, () -> "the other side closed the connection");
  }

  /// @param ending says why the stream has ended
  public void readAll(RpcLineReader lines, Supplier<String> ending) {
    try {
      for (var next = lines.next(); next != null; next = lines.next()) {
        receive(next);
      }
      close(ending.get());
    } catch (IOException broken) {
      close("the connection broke: " + IoErrors.describe(broken));
    }
  }

  public void receive(ReadMessage read) {
    switch (read) {
      case ReadMessage.Message(var message) -> receive(message);
      case ReadMessage.Unreadable unreadable -> receive(unreadable);
    }
  }

  private void receive(RpcMessage message) {
    switch (message) {
      case RpcMessage.Answer answer -> deliver(answer);
      case RpcMessage.Notification notification -> hear(notification);
      case RpcMessage.Request request -> admit(request);
    }
  }

  private void receive(ReadMessage.Unreadable unreadable) {
    handler.problem("%s: %s".formatted(unreadable.error().message(), unreadable.excerpt()), null);
    if (unreadable.kind() == ReadMessage.Kind.ANSWER) {
      var call = calls.remove(unreadable.id());
      if (call != null) {
        call.answer(new RpcMessage.Failure(unreadable.id(), unreadable.error()));
      }
    } else if (limits.unreadable() == UnreadableReply.ERROR) {
      refuse(new RpcMessage.Failure(unreadable.id(), unreadable.error()));
    }
  }

  private void deliver(RpcMessage.Answer answer) {
    var call = calls.remove(answer.id());
    if (call == null || !call.answer(answer)) {
      handler.problem("an answer to no open request was ignored: id " + answer.id().json(), null);
    }
  }

  private void hear(RpcMessage.Notification notification) {
    try {
      handler.notification(notification);
    } catch (RuntimeException failed) {
      handler.problem("the notification %s failed".formatted(notification.method()), failed);
    }
  }

  private void admit(RpcMessage.Request request) {
    var context = new RpcRequestContext(this, request);
    // Requests without an id of their own cannot be told apart, so each is its own key.
    Object key = request.id() instanceof RpcId.NullId ? context : request.id();
    if (requests.putIfAbsent(key, context) != null) {
      refuse(request, RpcError.INVALID_REQUEST, "a request with this id is in progress");
      return;
    }
    if (closed.get() || !slots.tryAcquire()) {
      requests.remove(key);
      refuse(request, RpcError.TOO_BUSY, "too many requests at the same time; try again later");
      return;
    }
    var thread =
        Thread.ofVirtual().name("rpc-" + request.method()).unstarted(() -> handle(context, key));
    context.startedOn(thread);
    thread.start();
    if (closed.get()) {
      context.interrupt();
    }
  }

  private void handle(RpcRequestContext context, Object key) {
    RpcMessage.Answer answer;
    try {
      answer = answer(context);
    } finally {
      requests.remove(key);
      slots.release();
    }
    if (context.claimAnswer()) {
      send(answer);
    }
  }

  private RpcMessage.Answer answer(RpcRequestContext context) {
    try {
      return new RpcMessage.Result(context.id(), handler.request(context));
    } catch (RpcErrorException refused) {
      return new RpcMessage.Failure(context.id(), refused.error());
    } catch (InterruptedException _) {
      return new RpcMessage.Failure(
          context.id(), new RpcError(RpcError.INTERNAL_ERROR, "the request was interrupted"));
    } catch (Exception | LinkageError | AssertionError | StackOverflowError failed) {
      handler.problem("the request %s failed".formatted(context.method()), failed);
      return new RpcMessage.Failure(
          context.id(), new RpcError(RpcError.INTERNAL_ERROR, "internal error"));
    }
  }

  private void refuse(RpcMessage.Request request, int code, String why) {
    refuse(new RpcMessage.Failure(request.id(), new RpcError(code, why)));
  }

  /// The reading thread must not write: if both sides did, with both pipes full, neither would read
  /// again.
  private void refuse(RpcMessage.Failure refusal) {
    if (!refusals.tryAcquire()) {
      close("the other side sends requests and does not read the answers");
      return;
    }
    Thread.ofVirtual()
        .name("rpc-refusal")
        .start(
            () -> {
              try {
                send(refusal);
              } finally {
                refusals.release();
              }
            });
  }

  /// Sends an answer. If the connection is broken, the reader notices.
  private void send(RpcMessage.Answer answer) {
    try {
      channel.send(answer);
    } catch (IOException broken) {
      handler.problem("an answer could not be sent: " + IoErrors.describe(broken), null);
    }
  }

  /// Cancels a request of the other side that is being handled: its thread is interrupted, and what
  /// it returns is dropped.
  ///
  /// @param answer sent in place of the result; null for a protocol that wants no answer
  /// @return false if there is no such request, for example because it was answered
  public boolean cancelRequest(RpcId id, @Nullable RpcError answer) {
    var context = requests.get(id);
    if (context == null || !context.claimAnswer()) {
      return false;
    }
    context.interrupt();
    if (answer != null) {
      send(new RpcMessage.Failure(id, answer));
    }
    return true;
  }

  /// Begins the time limits of all open calls again, when the other side waits for this one.
  public void extendCalls() {
    calls.values().forEach(RpcCall::extend);
  }

  /// An open call of this side, for protocols whose notifications name it.
  public @Nullable RpcCall openCall(RpcId id) {
    return calls.get(id);
  }

  Instant now() {
    return time.now();
  }

  /// If the request was not even written, the other side has not read for all that time, and other
  /// calls would wait behind it: the connection is given up.
  void abandoned(RpcCall call, String why) {
    calls.remove(call.id());
    if (!call.isSent()) {
      close("the other side does not read its input");
    } else if (!closed.get()) {
      // What it sends may have to wait, which must delay neither the caller nor other deadlines.
      Thread.ofVirtual().name("rpc-abandoned").start(() -> handler.abandoned(this, call, why));
    }
  }

  @Override
  public void close() {
    close("the connection was closed");
  }

  /// Ends all calls and handlers. Later calls of this have no effect.
  public void close(String why) {
    if (closed.get()) {
      return;
    }
    whyClosed = why;
    if (closed.getAndSet(true)) {
      return;
    }
    channel.close();
    deadlines.close();
    calls.values().forEach(call -> call.closed(why));
    calls.clear();
    requests.values().forEach(RpcRequestContext::interrupt);
    handler.closed(why);
  }

  public boolean isClosed() {
    return closed.get();
  }
}
