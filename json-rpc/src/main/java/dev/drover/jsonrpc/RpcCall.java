package dev.drover.jsonrpc;

import dev.drover.jsonrpc.RpcClosedException.Sent;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A request of this side, until it has an answer. It ends once: with the answer, with its time, by
/// [#cancel] or with the connection. Later answers are ignored.
///
/// Safe for use by many threads.
public final class RpcCall {
  private final RpcPeer peer;
  private final RpcMessage.Request request;
  private final RpcTimeout timeout;
  private final Instant latest;
  private final CountDownLatch done = new CountDownLatch(1);
  private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();
  private volatile Instant deadline;
  private volatile Sent sent = Sent.NO;

  private sealed interface Ending {
    record Answered(RpcMessage.Answer answer) implements Ending {}

    record TimedOut() implements Ending {}

    record Cancelled(String why) implements Ending {}

    record Closed(String why) implements Ending {}
  }

  RpcCall(RpcPeer peer, RpcMessage.Request request, RpcTimeout timeout, Instant now) {
    this.peer = peer;
    this.request = request;
    this.timeout = timeout;
    this.latest = now.plus(timeout.total());
    this.deadline = now.plus(timeout.silence());
  }

  public RpcId id() {
    return request.id();
  }

  public RpcMessage.Request request() {
    return request;
  }

  /// Waits for the answer. An interrupt cancels the request.
  public JsonNode await() throws RpcException, InterruptedException {
    try {
      done.await();
    } catch (InterruptedException stop) {
      cancel("the caller was interrupted");
      throw stop;
    }
    return switch (ending.get()) {
      case Ending.Answered(RpcMessage.Result(_, var result)) -> result;
      case Ending.Answered(RpcMessage.Failure(_, var error)) -> throw new RpcErrorException(error);
      case Ending.TimedOut() ->
          throw new RpcTimeoutException(
              "%s was not answered in time (%d ms without a sign of progress, %d ms in all)"
                  .formatted(
                      request.method(), timeout.silence().toMillis(), timeout.total().toMillis()));
      case Ending.Cancelled(var why) -> throw new RpcCancelledException(why);
      case Ending.Closed(var why) -> throw new RpcClosedException(why, sent);
      case null -> throw new IllegalStateException("a call that is done has an ending");
    };
  }

  /// There was a sign of progress: the time without one begins again.
  public void extend() {
    var next = peer.now().plus(timeout.silence());
    deadline = next.isBefore(latest) ? next : latest;
  }

  /// Gives the request up, unless it has ended.
  public void cancel(String why) {
    if (end(new Ending.Cancelled(why))) {
      peer.abandoned(this, why);
    }
  }

  void expire() {
    if (end(new Ending.TimedOut())) {
      peer.abandoned(this, "it was not answered in time");
    }
  }

  boolean answer(RpcMessage.Answer answer) {
    return end(new Ending.Answered(answer));
  }

  void closed(String why) {
    end(new Ending.Closed(why));
  }

  void markSent() {
    sent = Sent.PERHAPS;
  }

  boolean isSent() {
    return sent == Sent.PERHAPS;
  }

  Instant deadline() {
    return deadline;
  }

  private boolean end(Ending how) {
    if (!ending.compareAndSet(null, how)) {
      return false;
    }
    done.countDown();
    return true;
  }
}
