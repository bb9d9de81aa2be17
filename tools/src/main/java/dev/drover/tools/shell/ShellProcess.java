package dev.drover.tools.shell;

import dev.drover.tools.shell.RunningCommand.Ending;
import dev.drover.tools.workspace.ToolRefusal;
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
  private final CommandLaunch launch;
  private final RunningCommand running;
  private final CommandOutput output;
  private @Nullable FutureTask<Void> feeding;
  private boolean cut;

  ShellProcess(String id, CommandLaunch launch, RunningCommand running, CommandOutput output) {
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

  CommandOutput output() {
    return output;
  }

  Optional<Ending> ending() throws InterruptedException {
    return running.await(Duration.ZERO);
  }

  /// Takes the new output. Remembers whether any output was ever left out.
  synchronized OutputExcerpt take() {
    var excerpt = output.take();
    cut |= excerpt.isCut();
    return excerpt;
  }

  /// Whether a reader of everything that was shown has missed some output.
  synchronized boolean wasCut() {
    return cut;
  }

  /// Writes to its standard input. Another thread does the writing, so that a process that does not
  /// read cannot block the caller.
  ///
  /// @param most maximum time to wait until the text is written
  void writeInput(String text, Duration most) throws ToolRefusal, InterruptedException {
    var task = beginFeeding(text);
    try {
      task.get(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException _) {
      // The text stays in the pipe's queue; the next write reports an error.
    } catch (ExecutionException _) {
      throw new ToolRefusal(
          "Process %s does not read its input any more. See with poll how it ended.".formatted(id));
    }
  }

  private synchronized FutureTask<Void> beginFeeding(String text) throws ToolRefusal {
    switch (launch.input()) {
      case NONE ->
          throw new ToolRefusal(
              "Process %s has no input. Start it again with bash and background: true."
                  .formatted(id));
      case OPEN -> {}
    }
    if (feeding != null && !feeding.isDone()) {
      throw new ToolRefusal(
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
      // The process has ended, and its input with it.
    }
  }
}
