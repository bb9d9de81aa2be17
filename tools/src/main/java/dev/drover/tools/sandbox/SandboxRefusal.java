package dev.drover.tools.sandbox;

/// The paths cannot be sandboxed safely. The message names the cause and the remedy.
public final class SandboxRefusal extends Exception {
  private static final long serialVersionUID = 1L;

  SandboxRefusal(String message) {
    super(message);
  }

  public String text() {
    return String.valueOf(getMessage());
  }
}
