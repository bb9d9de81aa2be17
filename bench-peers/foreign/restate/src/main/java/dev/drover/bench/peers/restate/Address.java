package dev.drover.bench.peers.restate;

import java.util.regex.Pattern;

/// Where Restate's server is.
///
/// @param ingress takes the requests of clients
/// @param admin takes services and questions about what is kept
/// @param node gives its metrics
record Address(String ingress, String admin, String node) {
  private static final Pattern SPACE = Pattern.compile(" ");

  static Address parse(String text) {
    var parts = SPACE.split(text);
    return new Address(parts[0], parts[1], parts[2]);
  }

  @Override
  public String toString() {
    return ingress + " " + admin + " " + node;
  }
}
