package dev.drover.problem;

import dev.drover.spi.PortException;

/// The store could not carry out an operation. Everything that it acknowledged before is kept.
public final class StoreFailed extends DroverException {
  private static final long serialVersionUID = 1L;

  public StoreFailed(PortException cause) {
    super(cause.problem(), cause);
  }
}
