package dev.drover.spi.model;

import dev.drover.kernel.value.Failure;
import org.jspecify.annotations.Nullable;

/// There is no reply. The failure says whether a retry makes sense.
public final class ModelException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  public ModelException(Failure failure, @Nullable Throwable cause) {
    super(failure.problem().toString(), cause);
    this.failure = failure;
  }

  public Failure failure() {
    return failure;
  }
}
