package dev.drover.codec;

import dev.drover.kernel.Problem;

/// An input that cannot be read. It stays in its inbox.
public final class UnreadableInput extends Unreadable {
  private static final long serialVersionUID = 1L;

  UnreadableInput(Problem problem, Throwable cause) {
    super(problem, cause);
  }
}
