package dev.drover.testkit.wire;

import java.util.Map;

/// What the server does with one request.
public sealed interface Act {
  record Play(WireTurn turn, Delivery delivery) implements Act {}

  /// An error in the provider's form.
  ///
  /// @param code in the provider's words
  record Refuse(int status, String code, String message, Map<String, String> headers)
      implements Act {
    public Refuse {
      headers = Map.copyOf(headers);
    }
  }

  /// Anything else.
  record Page(int status, String type, String body) implements Act {}

  /// Hangs up without an answer.
  record Vanish() implements Act {}

  /// Takes the request and says nothing.
  record Silence() implements Act {}

  static Act play(WireTurn turn) {
    return new Play(turn, Delivery.PLAIN);
  }

  static Act play(WireTurn turn, Delivery delivery) {
    return new Play(turn, delivery);
  }

  static Act refuse(int status, String code, String message) {
    return new Refuse(status, code, message, Map.of());
  }
}
