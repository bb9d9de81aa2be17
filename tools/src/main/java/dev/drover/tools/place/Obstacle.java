package dev.drover.tools.place;

/// A call cannot be carried out, for a reason the model can do something about. The message is what
/// the model reads: what is in the way, and what to do next.
public final class Obstacle extends Exception {
  private static final long serialVersionUID = 1L;

  public Obstacle(String message) {
    // No stack trace: it is an expected end, and nobody ever prints one.
    super(message, null, false, false);
  }

  public String text() {
    return String.valueOf(getMessage());
  }
}
