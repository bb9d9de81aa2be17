package dev.drover.model.http.wire;

import java.time.Duration;

/// How long to wait for a server.
///
/// @param connect for a connection
/// @param idle for the next byte, the first one included
public record Patience(Duration connect, Duration idle) {
  public static final Patience DEFAULT =
      new Patience(Duration.ofSeconds(30), Duration.ofSeconds(300));

  public Patience {
    if (connect.isNegative() || connect.isZero() || idle.isNegative() || idle.isZero()) {
      throw new IllegalArgumentException(
          "a server is given some time: %s, %s".formatted(connect, idle));
    }
  }
}
