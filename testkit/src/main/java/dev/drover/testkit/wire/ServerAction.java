package dev.drover.testkit.wire;

import java.util.Map;

/// The server's reaction to one request.
public sealed interface ServerAction {
  record Play(WireTurn turn, ReplyDelivery delivery) implements ServerAction {}

  /// An error in the provider's format.
  ///
  /// @param code as the provider spells it
  record Refuse(int status, String code, String message, Map<String, String> headers)
      implements ServerAction {
    public Refuse {
      headers = Map.copyOf(headers);
    }
  }

  /// Any other response.
  record Page(int status, String type, String body) implements ServerAction {}

  /// Closes the connection without a response.
  record Vanish() implements ServerAction {}

  /// Accepts the request and does not respond.
  record Silence() implements ServerAction {}

  static ServerAction play(WireTurn turn) {
    return new Play(turn, ReplyDelivery.PLAIN);
  }

  static ServerAction play(WireTurn turn, ReplyDelivery delivery) {
    return new Play(turn, delivery);
  }

  static ServerAction refuse(int status, String code, String message) {
    return new Refuse(status, code, message, Map.of());
  }
}
