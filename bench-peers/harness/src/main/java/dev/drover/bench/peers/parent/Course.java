package dev.drover.bench.peers.parent;

import dev.drover.bench.peers.Stage;
import dev.drover.bench.peers.parent.Figures.Kept;
import dev.drover.bench.peers.parent.Figures.Payments;
import dev.drover.bench.peers.parent.Figures.Round;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/// Measures all contenders of a contest in turns, so that what else the machine does meets all of
/// them. Whoever cannot be measured is reported, and the others go on.
final class Course {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /// The first start of a server may have to fetch it.
  private static final Duration SERVER_PATIENCE = Duration.ofMinutes(7);

  private final Contest contest;
  private final Place place;
  private final Plan plan;

  /// @param peers the folder `bench-peers`
  /// @param work where contenders keep what they keep
  record Place(Path peers, Path work) {
    Path log() {
      return work.resolve("errors.log");
    }

    /// What is fetched once for all times, for a server.
    Path cache(Peer.Program server) {
      return peers.resolve("target").resolve(server.main());
    }
  }

  Course(Contest contest, Place place, Plan plan) {
    this.contest = contest;
    this.place = place;
    this.plan = plan;
  }

  List<Figures> run() throws IOException, InterruptedException {
    var all = contest.peers().stream().map(Figures::new).toList();
    var keepers = new ArrayList<Runner>();
    try {
      var ready = new ArrayList<Figures>();
      for (var each : all) {
        if (guarded(each, "class path", () -> weigh(each))
            && guarded(each, "server", () -> serve(each, keepers))) {
          ready.add(each);
        }
      }
      firstAnswers(ready);
      rounds(ready);
      kills(ready);
    } finally {
      for (var keeper : keepers) {
        stop(keeper);
      }
    }
    return all;
  }

  private void weigh(Figures figures) throws IOException {
    var path = ClassPath.of(place.peers(), figures.peer().program());
    var version = path.version(figures.peer().artifact());
    figures.carries(version.orElse(""), path.jars().size(), path.megabytes());
  }

  private void serve(Figures figures, List<Runner> keepers)
      throws IOException, InterruptedException {
    var server = figures.peer().server();
    if (server == null) {
      return;
    }
    say("starting the server of %s", figures.title());
    var folder = Files.createTempDirectory(place.work(), "server");
    var fork =
        Fork.ofServer(
            place.peers(), server, place.log(), folder.toString(), place.cache(server).toString());
    keepers.add(new Runner(figures, fork));
    figures.served(Served.of(fork.await("ready", SERVER_PATIENCE)));
  }

  private static void stop(Runner keeper) throws InterruptedException {
    var served = keeper.figures().served();
    if (!keeper.fork().end() && served != null) {
      // Its keeper is gone and cannot stop it any more.
      ProcessHandle.of(served.pid()).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private void firstAnswers(List<Figures> all) throws IOException, InterruptedException {
    for (int i = 1; i <= plan.starts(); i++) {
      int start = i;
      say("first answers, start %d of %d", start, plan.starts());
      for (var each : inTurn(all, start)) {
        var _ = guarded(each, "first answer", () -> each.firstAnswer(start, firstAnswer(each)));
      }
    }
  }

  private double firstAnswer(Figures figures) throws IOException, InterruptedException {
    var folder = Files.createTempDirectory(place.work(), "first");
    long start = System.nanoTime();
    try (var fork = start(figures, "first", folder, scene())) {
      fork.await("answered", PATIENCE);
      return (System.nanoTime() - start) / 1e6;
    }
  }

  /// All JVMs live at once and wait; only one of them works at a time. Who breaks once is out: its
  /// JVM has ended.
  private void rounds(List<Figures> all) throws IOException, InterruptedException {
    var forks = new ArrayList<Fork>();
    var runners = new ArrayList<Runner>();
    try {
      for (var each : all) {
        say("warming up: %s", each.title());
        var folder = Files.createTempDirectory(place.work(), "rounds");
        var fork = start(each, "serve", folder, scene());
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
        var _ = guarded(each.figures(), "what is left behind", () -> leftBehind(each));
      }
    } finally {
      forks.forEach(Fork::close);
    }
  }

  /// The process of a contender that is being measured, or the keeper of its server.
  private record Runner(Figures figures, Fork fork) {}

  private void warmUp(Fork fork) throws InterruptedException {
    for (int threads : new int[] {1, contest.crowd()}) {
      long end = System.nanoTime() + plan.warmUpMillis() * 1_000_000;
      for (int i = 0; i < Plan.ROUNDS_OF_A_WARM_UP && System.nanoTime() < end; i++) {
        long left = (end - System.nanoTime()) / 1_000_000;
        measure(fork, threads, left, Plan.RUNS_OF_A_ROUND);
      }
    }
  }

  private void round(int number, Runner runner) throws InterruptedException {
    for (int threads : new int[] {1, contest.crowd()}) {
      var round = measure(runner.fork(), threads, plan.roundMillis(), Plan.RUNS_OF_A_ROUND);
      runner.figures().round(number, threads, round);
    }
  }

  private static Round measure(Fork fork, int threads, long millis, long runs)
      throws InterruptedException {
    var command = "round " + threads + " " + millis + " " + runs;
    return Round.of(fork.ask(command, "round", PATIENCE));
  }

  /// In the heap by a session of a framework, on the disk by a run on an engine.
  private void leftBehind(Runner runner) throws InterruptedException {
    var figures = runner.figures();
    say("what is left behind: %s", figures.title());
    if (contest.equals(Contest.ENGINES)) {
      var command = "kept " + Plan.RUNS_TO_COUNT;
      figures.kept(Kept.of(runner.fork().ask(command, "kept", PATIENCE)));
    } else {
      var reply = runner.fork().ask("idle " + plan.idleSessions(), "idle", PATIENCE);
      figures.idle(reply.number("bytes"));
    }
  }

  /// Kills each inside its tool, after the money has gone, and starts it again on the same folder.
  private void kills(List<Figures> all) throws IOException, InterruptedException {
    for (var each : all) {
      say("kill test: %s", each.title());
      var _ = guarded(each, "kill test", () -> each.paid(kill(each)));
    }
  }

  private Payments kill(Figures figures) throws IOException, InterruptedException {
    var folder = Files.createTempDirectory(place.work(), "kill");
    try (var victim = start(figures, "pay", folder, "hangs")) {
      victim.await("paid", PATIENCE);
      victim.kill();
    }
    try (var heir = start(figures, "pay", folder, "returns")) {
      var told = heir.await("told", PATIENCE).text("messages");
      heir.await("answered", PATIENCE);
      var made = Files.readAllLines(folder.resolve(Stage.PAYMENTS)).size();
      return new Payments(made, told);
    }
  }

  private Fork start(Figures figures, String command, Path folder, String how) throws IOException {
    var served = figures.served();
    return Fork.start(
        place.peers(),
        figures.peer().program(),
        place.log(),
        command,
        folder.toString(),
        how,
        served == null ? "" : served.address());
  }

  private String scene() {
    return contest.scene().name().toLowerCase(Locale.ROOT);
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

  private static void say(String pattern, Object... values) {
    System.out.printf(Locale.ROOT, pattern + "%n", values);
  }
}
