package dev.drover.model.http.transport;

import dev.drover.spi.Bytes;
import java.net.URI;
import java.util.Map;

/// A request to send. The headers contain the key, so none of it is ever printed.
public record HttpPost(URI to, Map<String, String> headers, Bytes body) {
  public HttpPost {
    headers = Map.copyOf(headers);
  }

  @Override
  public String toString() {
    return "a post of %d bytes to %s".formatted(body.length(), to.getHost());
  }
}
