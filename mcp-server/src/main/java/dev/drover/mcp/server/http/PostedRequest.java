package dev.drover.mcp.server.http;

import dev.drover.jsonrpc.RpcError;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcId;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.jsonrpc.RpcMessage;
import dev.drover.mcp.server.protocol.ClientLink;
import dev.drover.mcp.server.protocol.RequestEnding;
import dev.drover.server.HeaderFields;
import dev.drover.server.HttpReply;
import dev.drover.spi.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A request that is carried out on a thread of its own, while the thread of its call sends what
/// comes of it. The reply is one JSON object if the answer comes first, and a stream if a
/// notification or some time does.
///
/// A gone client is only noticed when something is written, so a stream that has nothing to say
/// sends an empty comment from time to time.
///
/// The methods of [ClientLink] and [#cancel] may be called by any thread.
final class PostedRequest implements ClientLink, HttpReply.StreamBody {
  private static final Logger LOG = LoggerFactory.getLogger(PostedRequest.class);
  private static final int WAITING_MESSAGES = 64;
  private static final byte[] BEAT = ":\n\n".getBytes(StandardCharsets.UTF_8);
  private static final HeaderFields JSON =
      HeaderFields.NONE.with("Content-Type", "application/json").with("Cache-Control", "no-store");
  private static final HeaderFields STREAM =
      HeaderFields.NONE
          .with("Content-Type", "text/event-stream")
          .with("Cache-Control", "no-store, no-transform")
          .with("X-Accel-Buffering", "no");

  private final RpcId id;
  private final Duration beat;
  private final boolean streams;
  private final @Nullable LegacySession session;
  private final HeaderFields more;
  private final BlockingQueue<Sent> messages = new ArrayBlockingQueue<>(WAITING_MESSAGES);
  private final AtomicReference<RequestEnding> ending = new AtomicReference<>(RequestEnding.NONE);
  private volatile @Nullable Thread worker;
  private @Nullable Sent first;

  /// @param isLast whether it answers the request
  private record Sent(RpcMessage message, boolean isLast) {}

  /// Carries out the request.
  interface Work {
    ObjectNode run() throws RpcErrorException, IOException, InterruptedException;
  }

  /// @param streams whether the client accepts a stream of events
  /// @param session of a legacy client; null for a modern one
  /// @param more header fields of the reply
  PostedRequest(
      RpcId id,
      Duration beat,
      boolean streams,
      @Nullable LegacySession session,
      HeaderFields more) {
    this.id = id;
    this.beat = beat;
    this.streams = streams;
    this.session = session;
    this.more = more;
  }

  HttpReply reply(Work work) throws InterruptedException {
    var thread = Thread.ofVirtual().name("mcp-request").unstarted(() -> carryOut(work));
    worker = thread;
    thread.start();
    try {
      var next = messages.poll(beat.toMillis(), TimeUnit.MILLISECONDS);
      while (!streams && (next == null || !next.isLast())) {
        next = messages.poll(beat.toMillis(), TimeUnit.MILLISECONDS);
      }
      if (next != null && next.isLast()) {
        return new HttpReply.Whole(
            status(next.message()), with(JSON), Bytes.of(RpcJson.bytes(next.message())));
      }
      first = next;
      return new HttpReply.Stream(200, with(STREAM), this);
    } catch (InterruptedException stopping) {
      end(RequestEnding.STOPPED);
      throw stopping;
    }
  }

  private HeaderFields with(HeaderFields own) {
    var all = own;
    for (var value : more.all(LegacySession.HEADER)) {
      all = all.with(LegacySession.HEADER, value);
    }
    return all;
  }

  /// Errors of the protocol have a status of their own in the modern era, so that proxies see them.
  private int status(RpcMessage answer) {
    return session == null && answer instanceof RpcMessage.Failure(_, var error)
        ? ErrorStatus.of(error)
        : 200;
  }

  private void carryOut(Work work) {
    RpcMessage.Answer answer;
    try {
      answer = new RpcMessage.Result(id, work.run());
    } catch (RpcErrorException refused) {
      answer = new RpcMessage.Failure(id, refused.error());
    } catch (InterruptedException | IOException over) {
      answer =
          new RpcMessage.Failure(
              id, new RpcError(RpcError.INTERNAL_ERROR, "the request was ended: " + ending.get()));
    } catch (RuntimeException | Error bug) {
      LOG.warn("an MCP request failed: {}", bug.toString(), bug);
      answer = new RpcMessage.Failure(id, new RpcError(RpcError.INTERNAL_ERROR, "internal error"));
    }
    deliver(answer);
  }

  /// If nobody reads any more, there is no room to wait for.
  private void deliver(RpcMessage.Answer answer) {
    boolean wasInterrupted = Thread.interrupted();
    try {
      while (!messages.offer(new Sent(answer, true), beat.toMillis(), TimeUnit.MILLISECONDS)) {
        if (ending.get() != RequestEnding.NONE) {
          return;
        }
      }
    } catch (InterruptedException over) {
      wasInterrupted = true;
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void writeTo(HttpReply.StreamOutput out) throws IOException, InterruptedException {
    try {
      var next = first;
      while (next == null || !next.isLast()) {
        out.write(next == null ? BEAT : event(next.message()));
        next = messages.poll(beat.toMillis(), TimeUnit.MILLISECONDS);
      }
      // A cancelled request is not answered.
      if (ending.get() != RequestEnding.CANCELLED) {
        out.write(event(next.message()));
      }
    } catch (InterruptedException stopping) {
      end(RequestEnding.STOPPED);
      throw stopping;
    }
  }

  private static byte[] event(RpcMessage message) {
    var json = new String(RpcJson.bytes(message), StandardCharsets.UTF_8);
    return "event: message\ndata: %s\n\n".formatted(json).getBytes(StandardCharsets.UTF_8);
  }

  /// The stream is over. If the request is not, its client is gone.
  @Override
  public void close() {
    var running = worker;
    if (running != null && running.isAlive()) {
      end(RequestEnding.DISCONNECTED);
    }
  }

  void cancel() {
    end(RequestEnding.CANCELLED);
  }

  private void end(RequestEnding why) {
    var running = worker;
    if (ending.compareAndSet(RequestEnding.NONE, why) && running != null) {
      running.interrupt();
    }
  }

  @Override
  public void notify(String method, ObjectNode params) throws IOException {
    if (streams) {
      send(new RpcMessage.Notification(method, params));
    }
  }

  @Override
  public JsonNode ask(String method, ObjectNode params) throws IOException, InterruptedException {
    if (session == null || !streams) {
      throw new IOException("the client accepts no stream, and so it cannot be asked");
    }
    return session.ask(question -> send(new RpcMessage.Request(question, method, params)));
  }

  private void send(RpcMessage message) throws IOException {
    if (ending.get() != RequestEnding.NONE) {
      throw new IOException("the request has ended: " + ending.get());
    }
    try {
      messages.put(new Sent(message, false));
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
      throw new IOException("the request has ended", over);
    }
  }

  @Override
  public RequestEnding ending() {
    return ending.get();
  }
}
