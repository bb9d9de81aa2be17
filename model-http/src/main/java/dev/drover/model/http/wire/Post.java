package dev.drover.model.http.wire;

import dev.drover.spi.store.Bytes;
import java.net.URI;
import java.util.Map;

/// What is sent. Headers hold the key, so none of it is ever printed.
public record Post(URI to, Map<String, String> headers, Bytes body) {
  public Post {
    headers = Map.copyOf(headers);
  }

  @Override
  public String toString() {
    return "a post of %d bytes to %s".formatted(body.length(), to.getHost());
  }
}
