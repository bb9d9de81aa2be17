package dev.drover.model.http.transport;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// The body of a response, passed from the client's threads to the reading thread.
///
/// The client calls the methods of a subscriber; the reader calls [#next] and [#close]. The next
/// piece is requested when the previous one has been read, so at most one waits here, however slow
/// the reader is.
///
/// This is not the client's own input stream because that one has no timed wait.
final class ResponseBodySubscriber
    implements BodySubscriber<ResponseBodySubscriber>, AutoCloseable {
  /// A piece and an end: there is never more.
  private static final int SIGNALS = 2;

  private final ArrayBlockingQueue<Signal> signals = new ArrayBlockingQueue<>(SIGNALS);
  private final CompletableFuture<Flow.Subscription> subscribed = new CompletableFuture<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private boolean owesDemand;

  private sealed interface Signal {
    record Piece(List<ByteBuffer> buffers) implements Signal {}

    record End() implements Signal {}

    record Fault(Throwable why) implements Signal {}
  }

  @Override
  public CompletionStage<ResponseBodySubscriber> getBody() {
    return CompletableFuture.completedStage(this);
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    subscribed.complete(subscription);
    if (closed.get()) {
      subscription.cancel();
    } else {
      subscription.request(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    signal(new Signal.Piece(buffers));
  }

  @Override
  public void onError(Throwable why) {
    signal(new Signal.Fault(why));
  }

  @Override
  public void onComplete() {
    signal(new Signal.End());
  }

  /// There is always space for a requested signal; after the close nothing is kept.
  private void signal(Signal signal) {
    if (!signals.offer(signal) && !closed.get()) {
      throw new IllegalStateException("the client sent a piece that nobody asked for");
    }
  }

  /// @return null at the end
  /// @throws TransportException if it broke off, or if nothing arrived in time
  @Nullable List<ByteBuffer> next(Duration patience)
      throws TransportException, InterruptedException {
    if (owesDemand) {
      owesDemand = false;
      subscribed.join().request(1);
    }
    return switch (signals.poll(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      case Signal.Piece(var buffers) -> {
        owesDemand = true;
        yield buffers;
      }
      case Signal.End _ -> null;
      case Signal.Fault(var why) ->
          throw new TransportException(TransportException.How.CUT, "the answer broke off", why);
      case null ->
          throw new TransportException(
              TransportException.How.IDLE,
              "nothing came for %d ms".formatted(patience.toMillis()),
              null);
    };
  }

  /// Closes the connection, unless the body was read to its end.
  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      var _ = subscribed.thenAccept(Flow.Subscription::cancel);
    }
  }
}
