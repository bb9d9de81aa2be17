package dev.drover.mcp;

import dev.drover.jsonrpc.RpcError;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcException;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A call to a server with sessions, which may ask a question while it is carried out and then
/// waits for the answer on the open connection.
///
/// The request runs on a virtual thread of its own, since the thread of the tool leaves with the
/// question and another one comes back with the answer. The server's questions come on a third one.
final class LiveCall implements Consumer<JsonNode> {
  /// What the thread of the tool waits for.
  sealed interface News {
    record Ended(@Nullable JsonNode result, @Nullable Exception failure) implements News {}

    record Asked(JsonNode params) implements News {}
  }

  /// The request behind the call.
  interface Request {
    JsonNode send(Consumer<JsonNode> progress)
        throws IOException, RpcException, InterruptedException;
  }

  /// An end and a question.
  private static final int MOST_NEWS = 2;

  private final BlockingQueue<News> news = new ArrayBlockingQueue<>(MOST_NEWS);
  private final Thread thread;
  private volatile Consumer<JsonNode> progress;
  private final AtomicReference<@Nullable CompletableFuture<ObjectNode>> question =
      new AtomicReference<>();

  private LiveCall(Request request, Consumer<JsonNode> progress) {
    this.progress = progress;
    this.thread = Thread.ofVirtual().name("mcp-call").unstarted(() -> run(request));
  }

  static LiveCall of(Request request, Consumer<JsonNode> progress) {
    return new LiveCall(request, progress);
  }

  void start() {
    thread.start();
  }

  private void run(Request request) {
    News.Ended end;
    try {
      end = new News.Ended(request.send(this), null);
    } catch (IOException | RpcException | InterruptedException | RuntimeException failed) {
      end = new News.Ended(null, failed);
    }
    var open = question.get();
    if (open != null) {
      open.cancel(false);
    }
    news.add(end);
  }

  /// Progress goes to whoever waits for the call now.
  @Override
  public void accept(JsonNode params) {
    progress.accept(params);
  }

  void showProgressTo(Consumer<JsonNode> watcher) {
    progress = watcher;
  }

  News await() throws InterruptedException {
    try {
      return news.take();
    } catch (InterruptedException stop) {
      cancel();
      throw stop;
    }
  }

  void cancel() {
    thread.interrupt();
  }

  /// Passes a question of the server on, and waits for its answer.
  ///
  /// @throws RpcErrorException if another question is open, or the call has ended
  ObjectNode ask(JsonNode params) throws RpcErrorException, InterruptedException {
    var answer = new CompletableFuture<ObjectNode>();
    if (!question.compareAndSet(null, answer)) {
      throw new RpcErrorException(
          RpcError.INVALID_REQUEST, "one question at a time can be asked during a call");
    }
    try {
      if (!news.offer(new News.Asked(params))) {
        throw new RpcErrorException(RpcError.INVALID_REQUEST, "the call has ended");
      }
      return answer.get();
    } catch (ExecutionException | CancellationException _) {
      throw new RpcErrorException(RpcError.INTERNAL_ERROR, "the call has ended");
    } finally {
      question.set(null);
    }
  }

  /// @return false if the question is no longer open
  boolean answer(ObjectNode given) {
    var open = question.get();
    return open != null && open.complete(given);
  }
}
