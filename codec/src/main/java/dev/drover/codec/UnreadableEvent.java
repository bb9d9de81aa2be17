package dev.drover.codec;

import dev.drover.kernel.value.Problem;

/// An event that cannot be read. The session it belongs to cannot be folded.
public final class UnreadableEvent extends UnreadableData {
  private static final long serialVersionUID = 1L;

  UnreadableEvent(Problem problem, Throwable cause) {
    super(problem, cause);
  }
}
