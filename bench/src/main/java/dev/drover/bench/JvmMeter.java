package dev.drover.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// Measurements that the JVM reports about itself.
final class JvmMeter {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private JvmMeter() {}

  /// Bytes allocated by all threads so far, virtual ones included.
  static long allocated() {
    return THREADS.getTotalThreadAllocatedBytes();
  }

  /// Bytes of heap in use after garbage collection.
  static long heap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
      least = Math.min(least, heap.getUsed());
    }
    return least;
  }

  static double seconds(long sinceNanos) {
    return (System.nanoTime() - sinceNanos) / 1e9;
  }
}
