package dev.drover.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Compares the search tools with ripgrep, alternating, on one tree that is in the page cache. The
/// time of ripgrep includes the start of its process; our tools run in this process after a
/// warm-up.
///
/// `SearchBench FOLDER [ROUNDS [PART]]` measures, with PART only patterns that contain it;
/// `SearchBench FOLDER heap` runs everything in a child process with a small heap.
public final class SearchBench {
  private static final int WARM_UP = 4;
  private static final int SMALL_HEAP_MEGABYTES = 64;

  private static final List<Case> CASES =
      List.of(
          new Case("literal", 1.5, "synchronized", Map.of("literal", true)),
          new Case("literal", 1.5, "NullPointerException", Map.of("literal", true)),
          new Case("literal", 1.5, "there is no such text", Map.of("literal", true)),
          new Case("regex with a literal", 2.5, "get\\w+Listener", Map.of()),
          new Case("regex with a literal", 2.5, "^import java\\.util\\.\\w+;", Map.of()),
          new Case("regex with a literal", 2.5, "throw new \\w+Exception\\(\"[^\"]{40}", Map.of()),
          new Case("regex without", 4.5, "[A-Z]{4}[0-9]{2,}", Map.of()),
          new Case("regex without", 4.5, "\\w+\\s+=\\s+\\d+;", Map.of()),
          new Case("regex without", 4.5, "\\b\\w{30}\\b", Map.of()),
          new Case("regex without", 4.5, "(lock|mutex|latch)\\d", Map.of()),
          new Case("regex without", 4.5, "nullpointer", Map.of("ignoreCase", true)));

  private static final Case GLOB = new Case("glob", 1.5, "*.java", Map.of());

  private SearchBench() {}

  /// @param most maximum time as a multiple of ripgrep's
  record Case(String kind, double most, String pattern, Map<String, Boolean> options) {
    List<String> ripgrep() {
      var command = new ArrayList<>(List.of("-c"));
      options.forEach((name, _) -> command.add(name.equals("literal") ? "-F" : "-i"));
      command.addAll(List.of("-e", pattern));
      return command;
    }
  }

  public static void main(String[] args) throws Exception {
    var tree = SearchTree.in(Path.of(args[0]));
    var ours = new SearchCalls(tree);
    if (args.length > 1 && args[1].equals("heap")) {
      inSmallHeap(args[0]);
    } else if (args.length > 1 && args[1].equals("once")) {
      for (var each : CASES) {
        ours.grep(each);
      }
      ours.glob(GLOB.pattern());
    } else {
      int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 7;
      compare(new RipgrepRunner(tree), ours, rounds, args.length > 2 ? args[2] : "");
    }
  }

  private interface Search {
    /// @return number of results
    long run() throws Exception;
  }

  private static void compare(RipgrepRunner theirs, SearchCalls ours, int rounds, String part)
      throws Exception {
    System.out.println(
        "kind | pattern | ours ms | rg ms | ratio | of the best | wanted | count | equal");
    for (var each : CASES) {
      if (each.pattern().contains(part)) {
        measure(each, rounds, () -> ours.grep(each), () -> theirs.lines(each.ripgrep()));
      }
    }
    if (GLOB.pattern().contains(part)) {
      measure(GLOB, rounds, () -> ours.glob(GLOB.pattern()), () -> theirs.files(".java"));
    }
  }

  private static void measure(Case wanted, int rounds, Search ours, Search theirs)
      throws Exception {
    var times = new Times(rounds);
    long count = 0;
    long expected = 0;
    for (int i = -WARM_UP; i < rounds; i++) {
      long start = System.nanoTime();
      count = ours.run();
      long middle = System.nanoTime();
      expected = theirs.run();
      times.add(i, middle - start, System.nanoTime() - middle);
    }
    times.print(wanted, count, expected);
  }

  private static void inSmallHeap(String folder) throws IOException, InterruptedException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    int exit =
        new ProcessBuilder(
                java,
                "-XX:+UseSerialGC",
                "-Xmx%dm".formatted(SMALL_HEAP_MEGABYTES),
                "-cp",
                System.getProperty("java.class.path"),
                SearchBench.class.getName(),
                folder,
                "once")
            .inheritIO()
            .start()
            .waitFor();
    System.out.printf(
        "all searches with a heap of %d MB: %s%n",
        SMALL_HEAP_MEGABYTES, exit == 0 ? "done" : "failed");
  }

  /// The times of both, for each round.
  private static final class Times {
    private final double[] ours;
    private final double[] theirs;

    Times(int rounds) {
      ours = new double[rounds];
      theirs = new double[rounds];
    }

    /// @param round negative during the warm-up, which does not count
    void add(int round, long ourNanos, long theirNanos) {
      if (round >= 0) {
        ours[round] = ourNanos / 1e6;
        theirs[round] = theirNanos / 1e6;
      }
    }

    void print(Case wanted, long count, long expected) {
      double our = median(ours);
      double their = median(theirs);
      System.out.printf(
          Locale.ROOT,
          "%s | `%s` | %.0f | %.0f | %.2f | %.2f | %.1f | %,d | %s%n",
          wanted.kind(),
          wanted.pattern(),
          our,
          their,
          our / their,
          best(ours) / best(theirs),
          wanted.most(),
          count,
          count == expected ? "yes" : "NO: %,d".formatted(expected));
    }

    /// An estimate of the time on an otherwise idle machine.
    private static double best(double[] times) {
      return Arrays.stream(times).min().orElseThrow();
    }

    private static double median(double[] times) {
      return Arrays.stream(times).sorted().skip(times.length / 2).findFirst().orElseThrow();
    }
  }
}
