package dev.drover.tools.shell;

import dev.drover.tools.place.Obstacle;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// One command while it runs.
///
/// Four processes serve it: a leader that starts it, a runner that says how it ended, a relay that
/// carries its output, and a [Guard]. The relay is there because a process that escapes all of us
/// can keep the command's output open for as long as it likes; ours ends when we end the relay. So
/// no read ever waits for a process that nobody waits for.
///
/// A thread of its own sees to the command's end, whichever comes first: its own, its time, or a
/// request of somebody. Any thread may wait for the end, and ask for it.
final class RunningCommand {
  /// Much longer than a session lives.
  static final Duration NO_LIMIT = Duration.ofDays(36_500);

  private static final Duration PROMPT = Duration.ofSeconds(1);
  private static final String EXIT = "exit ";

  /// The most that is read of what the processes around the command say.
  private static final int LONGEST_REPORT = 8 * 1024;

  private final Process leader;
  private final Process relay;
  private final Guard guard;
  private final Thread pump;
  private final ShellTimes times;
  private final BlockingQueue<Signal> signals = new ArrayBlockingQueue<>(8);
  private final FutureTask<Ending> life;

  private RunningCommand(List<Process> pipeline, Guard guard, Output output, Limits limits) {
    this.leader = pipeline.getFirst();
    this.relay = pipeline.getLast();
    this.guard = guard;
    this.times = limits.times();
    this.pump = daemon("drover-shell-output", new OutputPump(relay.getInputStream(), output));
    this.life =
        new FutureTask<>(() -> supervise(limits.most())) {
          @Override
          protected void done() {
            output.end();
          }
        };
  }

  /// @param most after this it is stopped
  record Limits(Duration most, ShellTimes times) {}

  /// How a command ended.
  sealed interface Ending {
    record Exited(int code, Background background) implements Ending {}

    record TimedOut(Duration after) implements Ending {}

    /// Somebody wanted it to end.
    record Stopped() implements Ending {}

    /// @param report what is known of why it never ran, or how it was lost
    record Lost(String report) implements Ending {}
  }

  /// Whether the command left something running when it ended.
  enum Background {
    NONE,
    STOPPED
  }

  private sealed interface Signal {
    record Ended(int code) implements Signal {}

    record Broken(String report) implements Signal {}

    record StopWanted(Duration grace) implements Signal {}
  }

  static RunningCommand start(Launch launch, Output output, Limits limits)
      throws Obstacle, IOException {
    var mark = Mark.next();
    var prepared = launch.prepare(mark);
    var guard = Guard.start(mark, prepared.detached());
    try {
      var relay = new ProcessBuilder("cat").directory(new File("/"));
      relay.redirectError(ProcessBuilder.Redirect.DISCARD);
      var pipeline = ProcessBuilder.startPipeline(List.of(prepared.leader(), relay));
      guard.watch(pipeline.getFirst());
      var command = new RunningCommand(pipeline, guard, output, limits);
      command.pump.start();
      daemon("drover-shell-report", command::listen).start();
      Thread.startVirtualThread(command.life);
      return command;
    } catch (IOException failed) {
      guard.kill();
      throw failed;
    }
  }

  private static Thread daemon(String name, Runnable work) {
    return Thread.ofPlatform().daemon().name(name).unstarted(work);
  }

  /// What the command reads.
  OutputStream input() {
    return leader.getOutputStream();
  }

  /// Asks for the end and does not wait for it.
  void stop(Duration grace) {
    // If it is full somebody has asked before.
    signals.offer(new Signal.StopWanted(grace));
  }

  boolean isRunning() {
    return !life.isDone();
  }

  /// @return empty if it still runs after this time
  Optional<Ending> await(Duration most) throws InterruptedException {
    try {
      return Optional.of(life.get(most.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException _) {
      return Optional.empty();
    } catch (ExecutionException bug) {
      throw new IllegalStateException("a command was left alone", bug.getCause());
    }
  }

  /// Stops it and waits until nothing of it is left, however often the thread is interrupted; the
  /// interrupt is set again.
  Ending end(Duration grace) {
    stop(grace);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          var ending = await(NO_LIMIT);
          if (ending.isPresent()) {
            return ending.get();
          }
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Ending supervise(Duration most) throws InterruptedException {
    return switch (signals.poll(most.toMillis(), TimeUnit.MILLISECONDS)) {
      case null -> {
        bringToEnd(times.grace());
        yield new Ending.TimedOut(most);
      }
      case Signal.StopWanted(var grace) -> {
        bringToEnd(grace);
        yield new Ending.Stopped();
      }
      case Signal.Ended(var code) -> {
        relay.waitFor(times.drain());
        int left = clear();
        yield new Ending.Exited(code, left == 0 ? Background.NONE : Background.STOPPED);
      }
      case Signal.Broken(var report) -> {
        clear();
        yield new Ending.Lost(report);
      }
    };
  }

  private void bringToEnd(Duration grace) throws InterruptedException {
    guard.term();
    var heard = signals.poll(grace.toMillis(), TimeUnit.MILLISECONDS);
    while (heard instanceof Signal.StopWanted) {
      heard = signals.poll(grace.toMillis(), TimeUnit.MILLISECONDS);
    }
    if (heard != null) {
      // What it had started may have something to say as well.
      relay.waitFor(grace.compareTo(times.drain()) < 0 ? grace : times.drain());
    }
    clear();
  }

  /// Ends all processes, and the output.
  ///
  /// @return how many of the command's own were left
  private int clear() throws InterruptedException {
    int left = guard.kill();
    leader.destroyForcibly();
    relay.waitFor(PROMPT);
    // Through its handle: the process itself would close its output, read or not.
    relay.toHandle().destroyForcibly();
    pump.join(PROMPT);
    return left;
  }

  private void listen() {
    var report = new StringBuilder();
    try (var said = leader.errorReader(StandardCharsets.UTF_8)) {
      int line = 0;
      for (int c = said.read(); c >= 0 && report.length() < LONGEST_REPORT; c = said.read()) {
        report.append((char) c);
        if (c == '\n') {
          var code = exitCode(report.substring(line).strip());
          if (code.isPresent()) {
            signals.offer(new Signal.Ended(code.get()));
            return;
          }
          line = report.length();
        }
      }
    } catch (IOException _) {
      // The leader was ended; what it said until then must do.
    }
    signals.offer(new Signal.Broken(report.toString().strip()));
  }

  private static Optional<Integer> exitCode(String line) {
    return line.matches(EXIT + "\\d{1,3}")
        ? Optional.of(Integer.parseInt(line.substring(EXIT.length())))
        : Optional.empty();
  }
}
