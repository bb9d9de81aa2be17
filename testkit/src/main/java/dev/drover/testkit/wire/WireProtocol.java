package dev.drover.testkit.wire;

/// Whom the server pretends to be.
public enum WireProtocol {
  MESSAGES,
  RESPONSES,
  CHAT,
  GEMINI;

  /// What of a path belongs to the base URL.
  String base() {
    return switch (this) {
      case MESSAGES -> "";
      case RESPONSES, CHAT -> "/v1";
      case GEMINI -> "/v1beta";
    };
  }

  Voice voice() {
    return switch (this) {
      case MESSAGES -> new MessagesVoice();
      case RESPONSES -> new ResponsesVoice();
      case CHAT -> new ChatVoice();
      case GEMINI -> new GeminiVoice();
    };
  }
}
