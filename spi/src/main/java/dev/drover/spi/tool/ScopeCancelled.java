package dev.drover.spi.tool;

import java.util.concurrent.CancellationException;

/// The work is no longer wanted. Whoever does it leaves.
public final class ScopeCancelled extends CancellationException {
  private static final long serialVersionUID = 1L;

  public ScopeCancelled(String why) {
    super(why);
  }
}
