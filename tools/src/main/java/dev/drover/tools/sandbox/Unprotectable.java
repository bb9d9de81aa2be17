package dev.drover.tools.sandbox;

/// A place in which no sandbox can keep its promises. The message says what is in the way and what
/// to do about it.
public final class Unprotectable extends Exception {
  private static final long serialVersionUID = 1L;

  Unprotectable(String message) {
    super(message);
  }

  public String text() {
    return String.valueOf(getMessage());
  }
}
