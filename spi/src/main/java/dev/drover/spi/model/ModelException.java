package dev.drover.spi.model;

import dev.drover.kernel.Failure;
import org.jspecify.annotations.Nullable;

/// There is no reply. Whether another attempt makes sense is part of the failure.
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
