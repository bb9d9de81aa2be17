package dev.drover.bench.peers.parent;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// Holds the contests and writes down what came out.
///
/// Arguments: the folder of the repository, an empty folder to work in, then in any order `--quick`
/// if less is enough, and the names of the contests if not all are wanted.
public final class SideBySide {
  private static final String QUICK = "--quick";

  private SideBySide() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    var root = Path.of(args[0]);
    var wishes = List.of(args).subList(2, args.length);
    var place = new Course.Place(root.resolve("bench-peers"), Path.of(args[1]));
    boolean quick = wishes.contains(QUICK);
    for (var contest : chosen(wishes)) {
      var report = hold(contest, place, quick ? Plan.QUICK : Plan.FULL);
      say("%n%s%n%nwhat went to the contenders' error streams is in %s", report, place.log());
      if (quick) {
        say("a quick run is for a look; docs/BENCHMARKS.md stays as it is");
      } else {
        var file = root.resolve("docs/BENCHMARKS.md");
        var page = new Page(Files.readString(file)).with(contest.part(), report);
        Files.writeString(file, page.text());
      }
    }
  }

  static List<Contest> chosen(List<String> wishes) {
    var names = wishes.stream().filter(wish -> !wish.equals(QUICK)).toList();
    var known = Contest.ALL.stream().map(Contest::name).toList();
    for (var name : names) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "'" + name + "' is none of " + String.join(", ", known) + ", " + QUICK);
      }
    }
    return Contest.ALL.stream()
        .filter(contest -> names.isEmpty() || names.contains(contest.name()))
        .toList();
  }

  private static String hold(Contest contest, Course.Place place, Plan plan)
      throws IOException, InterruptedException {
    say("%n%s", contest.name());
    long start = System.nanoTime();
    double before = load();
    var figures = new Course(contest, place, plan).run();
    var report =
        contest.equals(Contest.ENGINES)
            ? new EnginesReport(contest, figures).markdown()
            : new FrameworksReport(contest, figures).markdown();
    var circumstances =
        String.format(
            Locale.ROOT,
            "JDK %s, %s; %d cores, load %.1f when it began and %.1f at its end, %.0f minutes later."
                + " Medians of %d rounds, in parentheses the least and the most; the prompt is"
                + " '%s'.",
            Runtime.version(),
            String.join(" ", Fork.FLAGS),
            Runtime.getRuntime().availableProcessors(),
            before,
            load(),
            (System.nanoTime() - start) / 60e9,
            plan.rounds(),
            contest.scene().prompt());
    return circumstances + "\n\n" + report;
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private static void say(String pattern, Object... values) {
    System.out.printf(Locale.ROOT, pattern + "%n", values);
  }
}
