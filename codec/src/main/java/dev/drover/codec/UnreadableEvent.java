package dev.drover.codec;

import dev.drover.kernel.Problem;

/// An event that cannot be read. The session it belongs to cannot be folded.
public final class UnreadableEvent extends Unreadable {
  private static final long serialVersionUID = 1L;

  UnreadableEvent(Problem problem, Throwable cause) {
    super(problem, cause);
  }
}
