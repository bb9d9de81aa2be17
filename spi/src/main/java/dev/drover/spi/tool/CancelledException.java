package dev.drover.spi.tool;

import java.util.concurrent.CancellationException;

/// The work is no longer wanted. The code that performs it must return.
public final class CancelledException extends CancellationException {
  private static final long serialVersionUID = 1L;

  public CancelledException(String why) {
    super(why);
  }
}
