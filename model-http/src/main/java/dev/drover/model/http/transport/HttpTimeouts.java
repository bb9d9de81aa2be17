package dev.drover.model.http.transport;

import java.time.Duration;

/// How long to wait for a server.
///
/// @param connect for a connection
/// @param idle for the next byte, including the first one
public record HttpTimeouts(Duration connect, Duration idle) {
  public static final HttpTimeouts DEFAULT =
      new HttpTimeouts(Duration.ofSeconds(30), Duration.ofSeconds(300));

  public HttpTimeouts {
    if (connect.isNegative() || connect.isZero() || idle.isNegative() || idle.isZero()) {
      throw new IllegalArgumentException(
          "a server is given some time: %s, %s".formatted(connect, idle));
    }
  }
}
