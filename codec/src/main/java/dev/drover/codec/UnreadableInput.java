package dev.drover.codec;

import dev.drover.kernel.value.Problem;

/// An input that cannot be read. It stays in its inbox.
public final class UnreadableInput extends UnreadableData {
  private static final long serialVersionUID = 1L;

  UnreadableInput(Problem problem, Throwable cause) {
    super(problem, cause);
  }
}
