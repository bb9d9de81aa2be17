package dev.drover.testkit.sim;

import dev.drover.spi.store.Journal;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;

/// A hash of everything that happened, in order; and the last part of it as text.
final class SimulationTrace {
  private static final int KEPT = 400;
  private static final long PRIME = 0x100000001b3L;

  private final ArrayDeque<String> last = new ArrayDeque<>();
  private long digest = 0xcbf29ce484222325L;

  void add(SimProcess process, int pick, int of, Instant now) {
    mix(process.name().hashCode());
    mix(pick);
    mix(of);
    mix(now.toEpochMilli());
  }

  void add(String what) {
    mix(what.hashCode());
    if (last.size() == KEPT) {
      last.remove();
    }
    last.add(what);
  }

  /// Every byte that is written.
  void add(Journal.Append append) {
    for (var entry : append.entries()) {
      mix(entry.seq());
      mix(Arrays.hashCode(entry.bytes().array()));
    }
  }

  private void mix(long value) {
    digest = (digest ^ value) * PRIME;
    digest ^= digest >>> 29;
  }

  long digest() {
    return digest;
  }

  List<String> last() {
    return List.copyOf(last);
  }
}
