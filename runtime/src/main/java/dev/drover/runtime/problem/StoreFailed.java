package dev.drover.runtime.problem;

import dev.drover.spi.PortException;

/// The store could not do what it was asked. What it acknowledged before is not lost.
public final class StoreFailed extends DroverException {
  private static final long serialVersionUID = 1L;

  public StoreFailed(PortException cause) {
    super(cause.problem(), cause);
  }
}
