package dev.drover.bench.peers.parent;

import dev.drover.bench.peers.Scene;
import dev.drover.bench.peers.Stage;
import dev.drover.bench.peers.parent.Figures.Payments;
import dev.drover.bench.peers.parent.Figures.Round;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/// Measures all contenders in turns, so that what else the machine does meets all of them.
///
/// Arguments: the folder of the repository, an empty folder to work in, and `--quick` if less is
/// enough.
public final class SideBySide {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path peers;
  private final Path work;
  private final Plan plan;
  private final List<Figures> all = Peer.ALL.stream().map(Figures::new).toList();

  private SideBySide(Path peers, Path work, Plan plan) {
    this.peers = peers;
    this.work = work;
    this.plan = plan;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    var root = Path.of(args[0]);
    var quick = List.of(args).contains("--quick");
    var work = Path.of(args[1]);
    var bench = new SideBySide(root.resolve("bench-peers"), work, quick ? Plan.QUICK : Plan.FULL);
    var report = bench.run();
    say("%n%s%n%nwhat went to the contenders' error streams is in %s", report, log(work));
    if (quick) {
      say("a quick run is for a look; docs/BENCHMARKS.md stays as it is");
    } else {
      var file = root.resolve("docs/BENCHMARKS.md");
      Files.writeString(file, new Page(Files.readString(file)).with(report).text());
    }
  }

  private String run() throws IOException, InterruptedException {
    double before = load();
    for (var each : all) {
      var path = ClassPath.of(peers, each.peer().program());
      var version = path.version(each.peer().artifact());
      each.carries(version.orElse(""), path.jars().size(), path.megabytes());
    }
    firstAnswers();
    rounds();
    kills();
    return circumstances(before, load()) + "\n\n" + new Report(all).markdown();
  }

  private void firstAnswers() throws IOException, InterruptedException {
    for (int i = 1; i <= plan.starts(); i++) {
      int start = i;
      say("first answers, start %d of %d", start, plan.starts());
      for (var each : inTurn(all, start)) {
        var _ =
            guarded(each, "first answer", () -> each.firstAnswer(start, firstAnswer(each.peer())));
      }
    }
  }

  private double firstAnswer(Peer peer) throws IOException, InterruptedException {
    var folder = Files.createTempDirectory(work, "first");
    long start = System.nanoTime();
    try (var fork = start(peer.program(), "first", folder.toString())) {
      fork.await("answered", PATIENCE);
      return (System.nanoTime() - start) / 1e6;
    }
  }

  /// All JVMs live at once and wait; only one of them works at a time. Who breaks once is out: its
  /// JVM has ended.
  private void rounds() throws IOException, InterruptedException {
    var forks = new ArrayList<Fork>();
    var runners = new ArrayList<Runner>();
    try {
      for (var each : all) {
        say("warming up: %s", each.title());
        var folder = Files.createTempDirectory(work, "rounds");
        var fork = start(each.peer().program(), "serve", folder.toString());
        forks.add(fork);
        if (guarded(each, "warm-up", () -> warmUp(fork))) {
          runners.add(new Runner(each, fork));
        }
      }
      for (int i = 1; i <= plan.rounds(); i++) {
        int number = i;
        say("runs, round %d of %d", number, plan.rounds());
        for (var each : inTurn(runners, number)) {
          if (!guarded(each.figures(), "round " + number, () -> round(number, each))) {
            runners.remove(each);
          }
        }
      }
      for (var each : runners) {
        say("idle sessions: %s", each.figures().title());
        var _ = guarded(each.figures(), "idle sessions", () -> idle(each));
      }
    } finally {
      forks.forEach(Fork::close);
    }
  }

  /// A contender that is being measured.
  private record Runner(Figures figures, Fork fork) {}

  private void warmUp(Fork fork) throws InterruptedException {
    measure(fork, 1, plan.warmUpMillis(), Plan.RUNS_OF_A_WARM_UP);
    measure(fork, Plan.MANY, plan.warmUpMillis(), Plan.RUNS_OF_A_WARM_UP);
  }

  private void round(int number, Runner runner) throws InterruptedException {
    for (int threads : new int[] {1, Plan.MANY}) {
      var round = measure(runner.fork(), threads, plan.roundMillis(), Plan.RUNS_OF_A_ROUND);
      runner.figures().round(number, threads, round);
    }
  }

  private static Round measure(Fork fork, int threads, long millis, long runs)
      throws InterruptedException {
    var command = "round " + threads + " " + millis + " " + runs;
    return Round.of(fork.ask(command, "round", PATIENCE));
  }

  private void idle(Runner runner) throws InterruptedException {
    var reply = runner.fork().ask("idle " + plan.idleSessions(), "idle", PATIENCE);
    runner.figures().idle(reply.number("bytes"));
  }

  /// Kills each inside its tool, after the money has gone, and starts it again on the same folder.
  private void kills() throws IOException, InterruptedException {
    for (var each : all) {
      say("kill test: %s", each.title());
      var _ = guarded(each, "kill test", () -> each.paid(kill(each.peer())));
    }
  }

  private Payments kill(Peer peer) throws IOException, InterruptedException {
    var folder = Files.createTempDirectory(work, "kill");
    try (var victim = start(peer.program(), "pay", folder.toString(), "hangs")) {
      victim.await("paid", PATIENCE);
      victim.kill();
    }
    try (var heir = start(peer.program(), "pay", folder.toString(), "returns")) {
      var told = heir.await("told", PATIENCE).text("messages");
      heir.await("answered", PATIENCE);
      var made = Files.readAllLines(folder.resolve(Stage.PAYMENTS)).size();
      return new Payments(made, told);
    }
  }

  private Fork start(Peer.Program program, String... arguments) throws IOException {
    return Fork.start(peers, program, log(work), arguments);
  }

  private static Path log(Path work) {
    return work.resolve("errors.log");
  }

  /// Who was first is last in the next round.
  private static <T> List<T> inTurn(List<T> contenders, int round) {
    var order = new ArrayList<>(contenders);
    Collections.rotate(order, -round);
    return order;
  }

  /// Whether it could be measured. If not, the report says why, and the others go on.
  private static boolean guarded(Figures figures, String what, Measurement measurement)
      throws IOException, InterruptedException {
    try {
      measurement.take();
      return true;
    } catch (IllegalStateException | IllegalArgumentException broken) {
      var trouble = what + ": " + broken.getMessage();
      say("  %s: %s", figures.title(), trouble);
      figures.trouble(trouble);
      return false;
    }
  }

  private interface Measurement {
    void take() throws IOException, InterruptedException;
  }

  private String circumstances(double before, double after) {
    return String.format(
        Locale.ROOT,
        "JDK %s, %s; %d cores, load %.1f when it began and %.1f at its end. "
            + "Medians of %d rounds, in parentheses the least and the most; the prompt is '%s'.",
        Runtime.version(),
        String.join(" ", Fork.FLAGS),
        Runtime.getRuntime().availableProcessors(),
        before,
        after,
        plan.rounds(),
        Scene.WEATHER.prompt());
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private static void say(String pattern, Object... values) {
    System.out.printf(Locale.ROOT, pattern + "%n", values);
  }
}
