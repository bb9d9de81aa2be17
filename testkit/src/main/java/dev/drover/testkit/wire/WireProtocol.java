package dev.drover.testkit.wire;

/// The protocol that the server imitates.
public enum WireProtocol {
  MESSAGES,
  RESPONSES,
  CHAT,
  GEMINI;

  /// The part of the path that belongs to the base URL.
  String base() {
    return switch (this) {
      case MESSAGES -> "";
      case RESPONSES, CHAT -> "/v1";
      case GEMINI -> "/v1beta";
    };
  }

  WireEncoder encoder() {
    return switch (this) {
      case MESSAGES -> new MessagesWireEncoder();
      case RESPONSES -> new ResponsesWireEncoder();
      case CHAT -> new ChatWireEncoder();
      case GEMINI -> new GeminiWireEncoder();
    };
  }
}
