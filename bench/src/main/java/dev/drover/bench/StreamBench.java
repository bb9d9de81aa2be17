package dev.drover.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.drover.bench.StreamReaders.Way;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/// The cost of a streamed delta, and the delay until a watcher sees it. The provider is a separate
/// process, see [StreamServer].
///
/// - `cpu STREAMS DELTAS ROUNDS`: CPU time and allocation per delta, with streams at full speed,
///   compared with a bare loop; alternating within one process, so that all run under the same
///   conditions.
/// - `delay STREAMS SECONDS ROUNDS`: 50 deltas per second in each stream; the age of a delta when
///   it is seen.
/// - `heap STREAMS DELTAS`: streams at full speed, each with a watcher, in a process with a small
///   heap.
public final class StreamBench {
  private static final int DELTAS_A_SECOND = 50;
  private static final int SMALL_HEAP_MEGABYTES = 256;
  private static final int WARM_UP = 2;

  private final PrintStream out;
  private final int streams;

  StreamBench(PrintStream out, int streams) {
    this.out = out;
    this.streams = streams;
  }

  public static void main(String[] args) throws Exception {
    var bench = new StreamBench(System.out, Integer.parseInt(args[1]));
    int length = Integer.parseInt(args[2]);
    switch (args[0]) {
      case "cpu" -> bench.cpu(length, Integer.parseInt(args[3]));
      case "delay" -> bench.delay(length, Integer.parseInt(args[3]));
      case "heap" -> inSmallHeap(args[1], args[2]);
      case "once" -> bench.once(length);
      default -> throw new IllegalArgumentException("cpu, delay or heap, not " + args[0]);
    }
  }

  /// The cost of one way of reading in one round.
  ///
  /// @param micros of CPU time per delta, for all threads of this process
  /// @param bytes allocated per delta
  record Cost(double micros, double bytes, double seconds) {}

  /// @return the median over the rounds of each way's cost relative to the bare loop
  Map<Way, Double> cpu(int deltas, int rounds) throws Exception {
    var ratios = new EnumMap<Way, double[]>(Way.class);
    try (var server = Provider.start(deltas, 0)) {
      for (int round = -WARM_UP; round < rounds; round++) {
        var bare = cost(server.port(), Way.BARE, deltas);
        for (var way : Way.values()) {
          var cost = way == Way.BARE ? bare : cost(server.port(), way, deltas);
          if (round >= 0) {
            ratios.computeIfAbsent(way, _ -> new double[rounds])[round] =
                cost.micros() / bare.micros();
            print(round, way, cost);
          }
        }
      }
    }
    out.printf("most platform threads at once: %d%n", mostThreads());
    return medians(ratios);
  }

  private Map<Way, Double> medians(Map<Way, double[]> ratios) {
    var medians = new EnumMap<Way, Double>(Way.class);
    ratios.forEach(
        (way, each) -> {
          var sorted = Arrays.stream(each).sorted().toArray();
          double median = sorted[sorted.length / 2];
          medians.put(way, median);
          out.printf(
              Locale.ROOT,
              "%s against the bare loop, CPU: %.2f–%.2f, median %.2f%n",
              way,
              sorted[0],
              sorted[sorted.length - 1],
              median);
        });
    return medians;
  }

  private void print(int round, Way way, Cost cost) {
    out.printf(
        Locale.ROOT,
        "round %d, %s: %.2f µs of CPU, %,.0f bytes allocated a delta; %.1f s%n",
        round + 1,
        way,
        cost.micros(),
        cost.bytes(),
        cost.seconds());
  }

  private Cost cost(int port, Way way, int deltas) throws Exception {
    var expected = StreamServer.reply(deltas);
    try (var readers = new StreamReaders(port)) {
      JvmMeter.heap();
      long start = System.nanoTime();
      long bytes = JvmMeter.allocated();
      long cpu = cpuNanos();
      var texts = together(() -> readers.read(way, _ -> {}));
      long used = cpuNanos() - cpu;
      long allocated = JvmMeter.allocated() - bytes;
      for (var text : texts) {
        if (!text.equals(expected)) {
          throw new IllegalStateException(
              "%s read another text, of %,d characters".formatted(way, text.length()));
        }
      }
      double all = (double) streams * deltas;
      return new Cost(used / 1e3 / all, allocated / all, JvmMeter.seconds(start));
    }
  }

  /// @return number of deltas seen by watchers
  long delay(int seconds, int rounds) throws Exception {
    int deltas = seconds * DELTAS_A_SECOND;
    long seen = 0;
    try (var server = Provider.start(deltas, 1_000_000 / DELTAS_A_SECOND)) {
      for (int round = 0; round <= rounds; round++) {
        for (var way : List.of(Way.BARE, Way.WATCHED)) {
          try (var readers = new StreamReaders(server.port())) {
            long cpu = cpuNanos();
            var ages = ages(readers, way, deltas);
            double cores = (cpuNanos() - cpu) / 1e9 / seconds;
            // The first round runs code that is not compiled yet.
            if (round > 0) {
              print(way, ages, cores);
              seen += way == Way.WATCHED ? ages.length : 0;
            }
          }
        }
      }
    }
    return seen;
  }

  private void print(Way way, long[] ages, double cores) {
    out.printf(
        Locale.ROOT,
        "%s, %d streams, %,d deltas seen: half within %.2f ms, 99 %% within %.2f ms, 99.9 %% within"
            + " %.2f ms, the last after %.1f ms; this process kept %.2f cores busy, load of the"
            + " machine %.1f%n",
        way,
        streams,
        ages.length,
        ages[ages.length / 2] / 1e6,
        ages[(int) (ages.length * 0.99)] / 1e6,
        ages[(int) (ages.length * 0.999)] / 1e6,
        ages[ages.length - 1] / 1e6,
        cores,
        system().getSystemLoadAverage());
  }

  /// The age of each delta when it was seen, ascending.
  private long[] ages(StreamReaders readers, Way way, int deltas) throws Exception {
    var all =
        together(
            () -> {
              var ages = new Ages(deltas);
              readers.read(way, ages::see);
              return ages;
            });
    return all.stream().flatMapToLong(Ages::stream).sorted().toArray();
  }

  private interface Reading<T> {
    T read() throws Exception;
  }

  /// Reads all streams, each on a virtual thread.
  private <T> List<T> together(Reading<T> reading) throws InterruptedException, ExecutionException {
    var results = new ArrayList<T>(streams);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var pending = new ArrayList<Future<T>>(streams);
      for (int i = 0; i < streams; i++) {
        pending.add(threads.submit(reading::read));
      }
      for (var each : pending) {
        results.add(each.get());
      }
    }
    return results;
  }

  private void once(int deltas) throws Exception {
    try (var server = Provider.start(deltas, 0)) {
      cost(server.port(), Way.WATCHED, deltas);
    }
  }

  private static void inSmallHeap(String streams, String deltas)
      throws IOException, InterruptedException {
    int exit =
        new ProcessBuilder(
                java(),
                "-XX:+UseSerialGC",
                "-Xmx%dm".formatted(SMALL_HEAP_MEGABYTES),
                "-cp",
                System.getProperty("java.class.path"),
                StreamBench.class.getName(),
                "once",
                streams,
                deltas)
            .inheritIO()
            .start()
            .waitFor();
    System.out.printf(
        "%s watched streams of %s deltas with a heap of %d MB: %s%n",
        streams, deltas, SMALL_HEAP_MEGABYTES, exit == 0 ? "done" : "failed");
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static OperatingSystemMXBean system() {
    return (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  }

  private static long cpuNanos() {
    return system().getProcessCpuTime();
  }

  private static int mostThreads() {
    return ManagementFactory.getThreadMXBean().getPeakThreadCount();
  }

  /// Parses the timestamps in a text that arrives in pieces. Used by one thread.
  private static final class Ages {
    private final long[] ages;
    private int seen;
    private long stamp;

    Ages(int deltas) {
      ages = new long[deltas];
    }

    void see(String text) {
      long now = System.nanoTime();
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == ' ') {
          ages[seen++] = now - stamp;
          stamp = 0;
        } else {
          stamp = stamp * 10 + (c - '0');
        }
      }
    }

    LongStream stream() {
      return Arrays.stream(ages, 0, seen);
    }
  }

  /// The server's process.
  private record Provider(Process process, int port) implements AutoCloseable {
    static Provider start(int deltas, int pauseMicros) throws IOException {
      var process =
          new ProcessBuilder(
                  java(),
                  "-XX:+UseSerialGC",
                  "-Xmx256m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  StreamServer.class.getName(),
                  Integer.toString(deltas),
                  Integer.toString(pauseMicros))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      var port = process.inputReader().readLine();
      if (port == null) {
        throw new IOException("the provider did not start");
      }
      return new Provider(process, Integer.parseInt(port));
    }

    /// The server ends with its input.
    @Override
    public void close() throws IOException {
      process.getOutputStream().close();
    }
  }
}
