package dev.drover.tools.shell;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/// A name for one command that is never reused on this machine. Its processes carry the name in
/// their environment, so that they can always be found.
record ProcessMarker(String text) {
  private static final AtomicLong COUNT = new AtomicLong();

  static ProcessMarker next() {
    var us = ProcessHandle.current();
    var since = us.info().startInstant().orElse(Instant.EPOCH).toEpochMilli();
    return new ProcessMarker("drover-%d-%d-%d".formatted(us.pid(), since, COUNT.incrementAndGet()));
  }
}
