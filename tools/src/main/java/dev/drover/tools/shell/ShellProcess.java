package dev.drover.tools.shell;

import dev.drover.tools.place.Obstacle;
import dev.drover.tools.shell.RunningCommand.Ending;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A command of a session, with its output and its input. May be used by any thread.
final class ShellProcess {
  private final String id;
  private final Launch launch;
  private final RunningCommand running;
  private final Output output;
  private @Nullable FutureTask<Void> feeding;
  private boolean cut;

  ShellProcess(String id, Launch launch, RunningCommand running, Output output) {
    this.id = id;
    this.launch = launch;
    this.running = running;
    this.output = output;
  }

  String id() {
    return id;
  }

  String command() {
    return launch.command();
  }

  RunningCommand running() {
    return running;
  }

  Output output() {
    return output;
  }

  Optional<Ending> ending() throws InterruptedException {
    return running.await(Duration.ZERO);
  }

  /// What is new of its output. Remembers whether something was ever left out.
  synchronized Excerpt take() {
    var excerpt = output.take();
    cut |= excerpt.isCut();
    return excerpt;
  }

  /// Whether somebody who read all that was shown has not seen everything.
  synchronized boolean wasCut() {
    return cut;
  }

  /// Gives it something to read. One that does not read must not hold up who writes, so another
  /// thread does the writing.
  ///
  /// @param most how long to wait until it is written
  void feed(String text, Duration most) throws Obstacle, InterruptedException {
    var task = beginFeeding(text);
    try {
      task.get(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException _) {
      // It stays in the pipe's queue; the next one is told.
    } catch (ExecutionException _) {
      throw new Obstacle(
          "Process %s does not read its input any more. See with poll how it ended.".formatted(id));
    }
  }

  private synchronized FutureTask<Void> beginFeeding(String text) throws Obstacle {
    switch (launch.input()) {
      case NONE ->
          throw new Obstacle(
              "Process %s has no input. Start it again with bash and background: true."
                  .formatted(id));
      case OPEN -> {}
    }
    if (feeding != null && !feeding.isDone()) {
      throw new Obstacle(
          "Process %s has not read yet what was written before. Poll it, or kill it."
              .formatted(id));
    }
    var task =
        new FutureTask<Void>(
            () -> {
              write(text);
              return null;
            });
    feeding = task;
    Thread.ofPlatform().daemon().name("drover-shell-input").start(task);
    return task;
  }

  private void write(String text) throws IOException {
    var input = running.input();
    input.write(text.getBytes(StandardCharsets.UTF_8));
    input.flush();
  }

  void closeInput() {
    try {
      running.input().close();
    } catch (IOException _) {
      // It has ended, and its input with it.
    }
  }
}
