package dev.drover.mcp.transport;

import dev.drover.jsonrpc.RpcId;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A request over HTTP that has no answer yet, and the exchange it is in. [#abort] may be called by
/// any thread, the other methods by the one that waits.
final class OpenRequest {
  private final ReentrantLock lock = new ReentrantLock();
  final RpcId.NumberId id;
  private final @Nullable ServerRequest request;
  private @Nullable CompletableFuture<HttpResponse<InputStream>> coming;
  private @Nullable InputStream body;
  private volatile @Nullable DeadlineTimer timer;
  private boolean aborted;

  OpenRequest(RpcId.NumberId id, @Nullable ServerRequest request) {
    this.id = id;
    this.request = request;
  }

  /// The request of a caller; null for a stream of this side's own.
  @Nullable ServerRequest request() {
    return request;
  }

  void extend() {
    var deadline = timer;
    if (deadline != null) {
      deadline.extend();
    }
  }

  void timedBy(DeadlineTimer deadline) {
    timer = deadline;
  }

  /// Waits for the headers of a response.
  HttpResponse<InputStream> await(CompletableFuture<HttpResponse<InputStream>> exchange)
      throws IOException, InterruptedException {
    begin(exchange);
    try {
      var response = exchange.get();
      received(response.body());
      return response;
    } catch (InterruptedException stop) {
      abort();
      throw stop;
    } catch (ExecutionException broken) {
      if (broken.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IOException("the request failed: " + broken.getCause(), broken);
    } catch (java.util.concurrent.CancellationException aborted) {
      throw new IOException("the request was given up", aborted);
    }
  }

  private void begin(CompletableFuture<HttpResponse<InputStream>> exchange) {
    lock.lock();
    try {
      coming = exchange;
      if (aborted) {
        exchange.cancel(true);
      }
    } finally {
      lock.unlock();
    }
  }

  private void received(InputStream stream) throws IOException {
    lock.lock();
    try {
      body = stream;
      if (aborted) {
        stream.close();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Ends the exchange: the waiting thread gets an [IOException].
  void abort() {
    lock.lock();
    try {
      aborted = true;
      if (coming != null) {
        coming.cancel(true);
        // It may have arrived in between.
        var _ = coming.thenAccept(OpenRequest::closeBody);
      }
      if (body != null) {
        close(body);
      }
    } finally {
      lock.unlock();
    }
  }

  boolean isAborted() {
    lock.lock();
    try {
      return aborted;
    } finally {
      lock.unlock();
    }
  }

  void progress(JsonNode params) {
    extend();
    if (request != null && request.progress() != null) {
      request.progress().accept(params);
    }
  }

  private static void closeBody(HttpResponse<InputStream> response) {
    close(response.body());
  }

  private static void close(InputStream stream) {
    try {
      stream.close();
    } catch (IOException _) {
      // It is given up either way.
    }
  }
}
