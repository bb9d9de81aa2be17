package dev.drover.tools.workspace;

/// A call cannot be carried out for a reason that the model can act on. The model reads the
/// message: the cause, and what to do next.
public final class ToolRefusal extends Exception {
  private static final long serialVersionUID = 1L;

  public ToolRefusal(String message) {
    // No stack trace: a refusal is an expected result, and its trace is never printed.
    super(message, null, false, false);
  }

  public String text() {
    return String.valueOf(getMessage());
  }
}
