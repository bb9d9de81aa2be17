package dev.drover.model.http.transport;

import dev.drover.spi.Bytes;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The response to a request, with the body still arriving. Used by one thread, which closes it.
public final class HttpResponseStream implements AutoCloseable {
  /// How long to wait for the end of a body after its last relevant part. A longer wait is not
  /// worth a reusable connection.
  private static final Duration LAST_MOMENT = Duration.ofMillis(50);

  /// The body of an error arrives quickly, or the status must suffice.
  private static final Duration FOR_AN_ERROR = Duration.ofSeconds(5);

  private final HttpResponse<ResponseBodySubscriber> head;
  private final Duration idle;

  HttpResponseStream(HttpResponse<ResponseBodySubscriber> head, Duration idle) {
    this.head = head;
    this.idle = idle;
  }

  public int status() {
    return head.statusCode();
  }

  /// @return empty if there is none
  public String header(String name) {
    return head.headers().firstValue(name).orElse("");
  }

  /// @return null at the end
  public @Nullable List<ByteBuffer> next() throws TransportException, InterruptedException {
    return head.body().next(idle);
  }

  /// The beginning of the body. It contains the message of an error; the rest of an error is not
  /// read.
  ///
  /// @param limit in bytes
  public Bytes beginning(int limit) throws InterruptedException {
    var beginning = new ByteArrayOutputStream();
    var patience = idle.compareTo(FOR_AN_ERROR) < 0 ? idle : FOR_AN_ERROR;
    try {
      var piece = head.body().next(patience);
      while (piece != null && beginning.size() < limit) {
        for (var buffer : piece) {
          var bytes = new byte[Math.min(buffer.remaining(), limit - beginning.size())];
          buffer.get(bytes);
          beginning.writeBytes(bytes);
        }
        piece = head.body().next(patience);
      }
    } catch (TransportException _) {
      // The status is known, and says more than the transport failure.
      return Bytes.of(beginning.toByteArray());
    }
    return Bytes.of(beginning.toByteArray());
  }

  /// Reads the rest after the last relevant part, so that the connection can be reused.
  public void finish() throws InterruptedException {
    try {
      if (head.body().next(LAST_MOMENT) != null) {
        head.body().next(LAST_MOMENT);
      }
    } catch (TransportException _) {
      // Then it is closed, like any connection that was not read to its end.
    }
  }

  @Override
  public void close() {
    head.body().close();
  }
}
