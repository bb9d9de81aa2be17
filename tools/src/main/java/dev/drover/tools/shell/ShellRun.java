package dev.drover.tools.shell;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// One command while it runs.
///
/// The command writes to a relay, and the relay to us. A process that the command left behind keeps
/// the relay's input open, for as long as it likes; ours ends when we end the relay. So no read
/// ever waits for a process that nobody waits for.
///
/// Belongs to the thread that started it; the output is moved by a thread of its own.
final class ShellRun {
  private static final Path NO_INPUT = Path.of("/dev/null");
  private static final Duration PROMPT = Duration.ofSeconds(1);

  private final Process shell;
  private final Process relay;
  private final ProcessTree tree;
  private final Thread pump;
  private final ShellTimes times;

  private ShellRun(Process shell, Process relay, ProcessTree tree, Thread pump, ShellTimes times) {
    this.shell = shell;
    this.relay = relay;
    this.tree = tree;
    this.pump = pump;
    this.times = times;
  }

  /// How a command ended.
  sealed interface Ending {
    record Exited(int code, Background background) implements Ending {}

    record TimedOut(Duration after) implements Ending {}

    record Interrupted() implements Ending {}
  }

  /// Whether the command left something running that may still print.
  enum Background {
    NONE,
    LEFT
  }

  /// Where output goes: kept for the model, shown to who watches.
  record Output(HeadAndTail kept, Consumer<String> shown) {}

  static ShellRun start(Path folder, String command, Output output, ShellTimes times)
      throws IOException {
    var shell = new ProcessBuilder();
    shell.directory(folder.toFile()).redirectErrorStream(true);
    shell.redirectInput(NO_INPUT.toFile());
    var environment = shell.environment();
    ShellEnvironment.scrub(environment);
    boolean ownGroup = ShellEnvironment.hasProgram(environment, "setsid");
    var name = ShellEnvironment.hasProgram(environment, "bash") ? "bash" : "sh";
    shell.command(ownGroup ? List.of("setsid", name, "-c", command) : List.of(name, "-c", command));
    var relay = new ProcessBuilder("cat").directory(new File("/"));
    relay.redirectError(ProcessBuilder.Redirect.DISCARD);
    var started = ProcessBuilder.startPipeline(List.of(shell, relay));
    var pump =
        Thread.ofPlatform()
            .daemon()
            .name("drover-shell-output-", 0)
            .start(
                new OutputPump(started.getLast().getInputStream(), output.kept(), output.shown()));
    var group = ownGroup ? ProcessTree.Group.OWN : ProcessTree.Group.SHARED;
    var tree = new ProcessTree(started.getFirst(), group);
    return new ShellRun(started.getFirst(), started.getLast(), tree, pump, times);
  }

  /// Waits for the command and sees to its end, whichever it is. Nothing is shown after this
  /// returns.
  ///
  /// If the thread is interrupted, the command is stopped and the interrupt is set again.
  Ending await(Duration timeout) {
    try {
      if (shell.waitFor(timeout)) {
        return new Ending.Exited(shell.exitValue(), endOutput(times.drain()));
      }
      tree.stop(times.grace());
      endOutput(times.drain());
      return new Ending.TimedOut(timeout);
    } catch (InterruptedException _) {
      stopWhateverHappens();
      Thread.currentThread().interrupt();
      return new Ending.Interrupted();
    }
  }

  private Background endOutput(Duration drain) throws InterruptedException {
    var background = relay.waitFor(drain) ? Background.NONE : Background.LEFT;
    // Through its handle: the process itself would close its output, read or not.
    relay.toHandle().destroyForcibly();
    pump.join(PROMPT);
    return background;
  }

  /// A second interrupt must not leave a process behind, so another thread does it.
  private void stopWhateverHappens() {
    CompletableFuture.runAsync(this::stopUndisturbed, Thread::startVirtualThread).join();
  }

  private void stopUndisturbed() {
    try {
      tree.stop(times.cancelGrace());
      endOutput(times.cancelGrace());
    } catch (InterruptedException unexpected) {
      throw new IllegalStateException("nobody knows this thread", unexpected);
    }
  }
}
