package dev.drover.codec;

import dev.drover.kernel.Problem;

/// A snapshot that cannot be read. Where the events before it are still there, they can be folded
/// instead.
public final class UnreadableState extends Unreadable {
  private static final long serialVersionUID = 1L;

  UnreadableState(Problem problem, Throwable cause) {
    super(problem, cause);
  }
}
