package dev.drover.server;

import com.sun.net.httpserver.HttpExchange;
import dev.drover.kernel.value.Problem;
import dev.drover.spi.text.IoErrors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Locale;

/// Calls of the JDK's server.
final class ReceivedCalls {
  private static final int BAD_REQUEST = 400;
  private static final int TIME_OUT = 408;
  private static final int TOO_LARGE = 413;

  private ReceivedCalls() {}

  static HttpCall of(HttpExchange exchange, HttpLimits limits) throws CallRefusedException {
    var address = exchange.getRequestURI();
    var path = address.getPath();
    var query = address.getRawQuery();
    if (path == null || !path.startsWith("/")) {
      throw new CallRefusedException(
          BAD_REQUEST,
          new Problem(
              "path_malformed", "Wrong path", "the path must begin with a slash", "Correct it."));
    }
    return new HttpCall(
        exchange.getRequestMethod().toUpperCase(Locale.ROOT),
        path,
        query == null ? "" : query,
        HeaderFields.of(exchange.getRequestHeaders()),
        () -> read(exchange, limits),
        "");
  }

  private static byte[] read(HttpExchange exchange, HttpLimits limits) throws CallRefusedException {
    var content = new ByteArrayOutputStream();
    try (var deadline = new TransferDeadline(limits.bodyTime())) {
      deadline.run(
          () -> content.writeBytes(exchange.getRequestBody().readNBytes(limits.bodyBytes() + 1)));
    } catch (InterruptedIOException slow) {
      throw late();
    } catch (IOException broken) {
      throw new CallRefusedException(
          BAD_REQUEST,
          new Problem(
              "content_unreadable",
              "Incomplete content",
              "the content did not arrive: " + IoErrors.describe(broken),
              "Send it again."));
    }
    if (content.size() > limits.bodyBytes()) {
      throw new CallRefusedException(
          TOO_LARGE,
          new Problem(
              "content_too_large",
              "Too large",
              "the content has more than %d bytes".formatted(limits.bodyBytes()),
              "Send less at a time."));
    }
    return content.toByteArray();
  }

  private static CallRefusedException late() {
    return new CallRefusedException(
        TIME_OUT,
        new Problem(
            "content_late", "Too slow", "the content did not arrive in time", "Send it again."));
  }
}
