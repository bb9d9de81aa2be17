package dev.drover.model.http.wire;

import dev.drover.spi.store.Bytes;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The answer to a request, of which the body is still coming. Used by one thread, which closes it.
public final class Answer implements AutoCloseable {
  /// How long the end of a body may lag behind the last thing that mattered in it. Longer than that
  /// is not worth a connection that could be used again.
  private static final Duration LAST_MOMENT = Duration.ofMillis(50);

  /// An error says what it says at once, or its status must do.
  private static final Duration FOR_AN_ERROR = Duration.ofSeconds(5);

  private final HttpResponse<BodyFlow> head;
  private final Duration idle;

  Answer(HttpResponse<BodyFlow> head, Duration idle) {
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
  public @Nullable List<ByteBuffer> next() throws WireBroken, InterruptedException {
    return head.body().next(idle);
  }

  /// The beginning of the body. What an error says is in it, and nobody reads more of an error.
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
    } catch (WireBroken _) {
      // The status is known, and it says more than the fault.
      return Bytes.of(beginning.toByteArray());
    }
    return Bytes.of(beginning.toByteArray());
  }

  /// Reads the little that may follow what mattered, so that the connection can be used again.
  public void finish() throws InterruptedException {
    try {
      if (head.body().next(LAST_MOMENT) != null) {
        head.body().next(LAST_MOMENT);
      }
    } catch (WireBroken _) {
      // Then it is closed, as any that was not read to its end.
    }
  }

  @Override
  public void close() {
    head.body().close();
  }
}
