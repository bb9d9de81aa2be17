package dev.drover.tools.shell;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/// A name for one command that no other command on this machine has, now or later: its processes
/// carry it in their environment, and so are found wherever they hide.
record Mark(String text) {
  private static final AtomicLong COUNT = new AtomicLong();

  static Mark next() {
    var us = ProcessHandle.current();
    var since = us.info().startInstant().orElse(Instant.EPOCH).toEpochMilli();
    return new Mark("drover-%d-%d-%d".formatted(us.pid(), since, COUNT.incrementAndGet()));
  }
}
