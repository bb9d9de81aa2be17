package dev.drover.tools;

/// A call cannot be carried out, for a reason the model can do something about. The message is what
/// the model reads: what is in the way, and what to do next.
final class Obstacle extends Exception {
  private static final long serialVersionUID = 1L;

  Obstacle(String message) {
    // No stack trace: it is an expected end, and nobody ever prints one.
    super(message, null, false, false);
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
