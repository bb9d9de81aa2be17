package dev.drover.mcp.transport;

import dev.drover.jsonrpc.ReadMessage;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.jsonrpc.RpcMessage;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/// Reads the bodies of responses, within limits.
final class HttpAnswers {
  /// For an answer with pictures of some megabytes.
  static final int MAX_BODY = 8 * 1024 * 1024;

  private static final int MAX_ERROR = 8 * 1024;
  private static final int EXCERPT = 200;

  private HttpAnswers() {}

  static ReadMessage message(InputStream body) throws IOException {
    var bytes = body.readNBytes(MAX_BODY + 1);
    if (bytes.length > MAX_BODY) {
      throw new IOException("the answer is longer than %d bytes".formatted(MAX_BODY));
    }
    return RpcJson.read(bytes, 0, bytes.length);
  }

  /// A status that is no success: the error of the protocol in it, or the status itself.
  static IOException failure(HttpResponse<InputStream> response, String address)
      throws RpcErrorException {
    int status = response.statusCode();
    byte[] beginning;
    try (var body = response.body()) {
      beginning = body.readNBytes(MAX_ERROR);
    } catch (IOException _) {
      // The status is known, and says more than the broken body.
      beginning = new byte[0];
    }
    if (RpcJson.read(beginning, 0, beginning.length)
        instanceof ReadMessage.Message(RpcMessage.Failure(_, var error))) {
      throw new RpcErrorException(error);
    }
    var said = status >= 300 && status < 400 ? redirect(response) : excerpt(beginning);
    return new HttpStatusException(
        status, "%s answered with HTTP status %d%s".formatted(address, status, said));
  }

  private static String redirect(HttpResponse<InputStream> response) {
    return response
        .headers()
        .firstValue("location")
        .map(to -> ", a redirect to %s, which is not followed".formatted(excerptOf(to)))
        .orElse("");
  }

  private static String excerpt(byte[] body) {
    var text = new String(body, StandardCharsets.UTF_8).strip();
    return text.isEmpty() ? "" : ": " + excerptOf(text);
  }

  private static String excerptOf(String text) {
    var beginning = text.length() <= EXCERPT ? text : text.substring(0, EXCERPT) + "…";
    return beginning.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Cs}]+", " ");
  }
}
