package dev.drover.tools.shell;

import dev.drover.spi.program.ProgramRunner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Runs programs of the host under the same guard as the commands of a session, but without a
/// sandbox: the host trusts its own programs.
public final class GuardedProgramRunner implements ProgramRunner {
  private static final Duration PROMPT = Duration.ofSeconds(1);

  public GuardedProgramRunner() {}

  @Override
  public Ending run(Program program, String input) throws IOException, InterruptedException {
    var mark = ProcessMarker.next();
    var builder = new ProcessBuilder().directory(program.folder().toFile());
    var environment = builder.environment();
    ShellEnvironment.scrub(environment, List.of());
    environment.merge("DROVER_GUARD", mark.text() + ":guard", GuardedProgramRunner::both);
    environment.merge("DROVER_CALL", mark.text() + ":call", GuardedProgramRunner::both);
    var detached =
        ShellEnvironment.hasProgram(environment, "setsid") ? List.of("setsid") : List.<String>of();
    var line = new ArrayList<>(detached);
    line.addAll(program.command());
    var guard = ProcessGuard.start(mark, detached);
    try {
      return run(builder.command(line).start(), guard, input, program.mostOutput());
    } finally {
      guard.kill();
    }
  }

  private static String both(String outer, String own) {
    return outer + " " + own;
  }

  private static Ending run(Process process, ProcessGuard guard, String input, int most)
      throws InterruptedException {
    guard.watch(process);
    var output = new OutputReader(process.getInputStream(), most);
    var errors = new OutputReader(process.getErrorStream(), most);
    daemon("drover-program-input", () -> feed(process, input)).start();
    try {
      output.thread.start();
      errors.thread.start();
      int code = process.waitFor();
      // A background process left by the program would keep its output open.
      guard.kill();
      output.thread.join(PROMPT);
      errors.thread.join(PROMPT);
      return output.isTooMuch() || errors.isTooMuch()
          ? new Ending.SaidTooMuch()
          : new Ending.Exited(code, output.text(), errors.text());
    } finally {
      process.destroyForcibly();
    }
  }

  private static void feed(Process process, String input) {
    try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
      in.write(input);
    } catch (IOException _) {
      // A program may ignore its input.
    }
  }

  private static Thread daemon(String name, Runnable work) {
    return Thread.ofPlatform().daemon().name(name).unstarted(work);
  }

  /// Reads a program's output up to a limit. The rest is read and dropped, so that the program can
  /// end.
  private static final class OutputReader {
    final Thread thread;
    private final InputStream from;
    private final int most;
    // Guarded by this.
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private boolean tooMuch;

    OutputReader(InputStream from, int most) {
      this.from = from;
      this.most = most;
      this.thread = daemon("drover-program-output", this::read);
    }

    private void read() {
      var bytes = new byte[8 * 1024];
      try (from) {
        for (int n = from.read(bytes); n >= 0; n = from.read(bytes)) {
          add(bytes, n);
        }
      } catch (IOException _) {
        // The program was killed; its output up to then is kept.
      }
    }

    private synchronized void add(byte[] bytes, int n) {
      tooMuch |= output.size() + n > most;
      if (!tooMuch) {
        output.write(bytes, 0, n);
      }
    }

    synchronized boolean isTooMuch() {
      return tooMuch;
    }

    synchronized String text() {
      return output.toString(StandardCharsets.UTF_8);
    }
  }
}
