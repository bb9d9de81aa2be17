package dev.drover.tools.shell;

import dev.drover.tools.workspace.ToolRefusal;
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

/// One running command.
///
/// Four processes serve it: a leader that starts it, a runner that reports how it ended, a relay
/// that forwards its output, and a [ProcessGuard]. The relay exists because a process that escapes
/// the guard can keep the command's output open indefinitely; our end closes when the relay is
/// killed. So a read never blocks on an escaped process.
///
/// A thread of its own handles the command's end: its exit, its timeout or a stop request,
/// whichever comes first. Any thread may wait for the end or request it.
final class RunningCommand {
  /// Much longer than any session lives.
  static final Duration NO_LIMIT = Duration.ofDays(36_500);

  private static final Duration PROMPT = Duration.ofSeconds(1);
  private static final String EXIT = "exit ";

  /// The maximum number of bytes read from the leader's report.
  private static final int LONGEST_REPORT = 8 * 1024;

  private final Process leader;
  private final Process relay;
  private final ProcessGuard guard;
  private final Thread pump;
  private final ShellTimeouts times;
  private final BlockingQueue<Signal> signals = new ArrayBlockingQueue<>(8);
  private final FutureTask<Ending> supervision;

  private RunningCommand(
      List<Process> pipeline, ProcessGuard guard, CommandOutput output, Limits limits) {
    this.leader = pipeline.getFirst();
    this.relay = pipeline.getLast();
    this.guard = guard;
    this.times = limits.times();
    this.pump = daemon("drover-shell-output", new OutputPump(relay.getInputStream(), output));
    this.supervision =
        new FutureTask<>(() -> supervise(limits.most())) {
          @Override
          protected void done() {
            output.end();
          }
        };
  }

  /// @param most timeout after which the command is stopped
  record Limits(Duration most, ShellTimeouts times) {}

  /// How a command ended.
  sealed interface Ending {
    record Exited(int code, Background background) implements Ending {}

    record TimedOut(Duration after) implements Ending {}

    /// The command was stopped on request.
    record Stopped() implements Ending {}

    /// @param report what is known about why it never ran or how it was lost
    record Lost(String report) implements Ending {}
  }

  /// Whether the command left processes running when it ended.
  enum Background {
    NONE,
    STOPPED
  }

  private sealed interface Signal {
    record Ended(int code) implements Signal {}

    record Broken(String report) implements Signal {}

    record StopWanted(Duration grace) implements Signal {}
  }

  static RunningCommand start(CommandLaunch launch, CommandOutput output, Limits limits)
      throws ToolRefusal, IOException {
    var mark = ProcessMarker.next();
    var prepared = launch.prepare(mark);
    var guard = ProcessGuard.start(mark, prepared.detached());
    try {
      var relay = new ProcessBuilder("cat").directory(new File("/"));
      relay.redirectError(ProcessBuilder.Redirect.DISCARD);
      var pipeline = ProcessBuilder.startPipeline(List.of(prepared.leader(), relay));
      guard.watch(pipeline.getFirst());
      var command = new RunningCommand(pipeline, guard, output, limits);
      command.pump.start();
      daemon("drover-shell-report", command::listen).start();
      Thread.startVirtualThread(command.supervision);
      return command;
    } catch (IOException failed) {
      guard.kill();
      throw failed;
    }
  }

  private static Thread daemon(String name, Runnable work) {
    return Thread.ofPlatform().daemon().name(name).unstarted(work);
  }

  /// The standard input of the command.
  OutputStream input() {
    return leader.getOutputStream();
  }

  /// Requests the end and does not wait for it.
  void stop(Duration grace) {
    // If the queue is full, the end was already requested.
    signals.offer(new Signal.StopWanted(grace));
  }

  boolean isRunning() {
    return !supervision.isDone();
  }

  /// @return empty if the command still runs after this time
  Optional<Ending> await(Duration most) throws InterruptedException {
    try {
      return Optional.of(supervision.get(most.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException _) {
      return Optional.empty();
    } catch (ExecutionException bug) {
      throw new IllegalStateException("a command was left alone", bug.getCause());
    }
  }

  /// Stops the command and waits until all its processes have ended, even if the thread is
  /// interrupted; the interrupt is set again.
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
        terminate(times.grace());
        yield new Ending.TimedOut(most);
      }
      case Signal.StopWanted(var grace) -> {
        terminate(grace);
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

  private void terminate(Duration grace) throws InterruptedException {
    guard.term();
    var signal = signals.poll(grace.toMillis(), TimeUnit.MILLISECONDS);
    while (signal instanceof Signal.StopWanted) {
      signal = signals.poll(grace.toMillis(), TimeUnit.MILLISECONDS);
    }
    if (signal != null) {
      // Its descendants may still print.
      relay.waitFor(grace.compareTo(times.drain()) < 0 ? grace : times.drain());
    }
    clear();
  }

  /// Ends all processes, and the output.
  ///
  /// @return number of the command's own processes that were left
  private int clear() throws InterruptedException {
    int left = guard.kill();
    leader.destroyForcibly();
    relay.waitFor(PROMPT);
    // Through its handle: the process itself would close its output before it is read.
    relay.toHandle().destroyForcibly();
    pump.join(PROMPT);
    return left;
  }

  private void listen() {
    var report = new StringBuilder();
    try (var errors = leader.errorReader(StandardCharsets.UTF_8)) {
      int line = 0;
      for (int c = errors.read(); c >= 0 && report.length() < LONGEST_REPORT; c = errors.read()) {
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
      // The leader was killed; its report up to then is used.
    }
    signals.offer(new Signal.Broken(report.toString().strip()));
  }

  private static Optional<Integer> exitCode(String line) {
    return line.matches(EXIT + "\\d{1,3}")
        ? Optional.of(Integer.parseInt(line.substring(EXIT.length())))
        : Optional.empty();
  }
}
