package dev.drover.codec;

import dev.drover.kernel.value.Problem;

/// A snapshot that cannot be read. If the events before it still exist, they can be folded instead.
public final class UnreadableState extends UnreadableData {
  private static final long serialVersionUID = 1L;

  UnreadableState(Problem problem, Throwable cause) {
    super(problem, cause);
  }
}
