package dev.drover.problem;

import dev.drover.kernel.value.Problem;

/// A cursor of another session, or past the last event.
public final class CursorInvalid extends DroverException {
  public static final String CODE = "cursor_invalid";
  private static final long serialVersionUID = 1L;

  public CursorInvalid(String detail) {
    super(
        new Problem(
            CODE,
            "Not a place in this session",
            detail,
            "Start from the beginning, or from a cursor that this session gave."),
        null);
  }
}
