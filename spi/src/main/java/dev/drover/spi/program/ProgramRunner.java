package dev.drover.spi.program;

import dev.drover.kernel.NullChecks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Runs a program of the host to its end. Found as a service, so that who has something to say to
/// it need not know how processes are handled safely.
///
/// Laws: no shell reads the command; the program gets no secrets of this process in its
/// environment; when this returns, in whatever way, nothing is left running of all that the program
/// has started; and no more of what it says is kept than was asked for.
///
/// Safe for use by any thread.
public interface ProgramRunner {
  /// @param input what the program reads
  /// @throws IOException if it cannot be started
  /// @throws InterruptedException if this thread was interrupted; the program has been killed
  Ending run(Program program, String input) throws IOException, InterruptedException;

  /// What is to be run.
  ///
  /// @param command the program and its arguments
  /// @param folder where it runs
  /// @param mostOutput in bytes, of its output and of its errors
  record Program(List<String> command, Path folder, int mostOutput) {
    public Program {
      NullChecks.nonNull(folder, "Program.folder");
      command = NullChecks.list(command, "Program.command");
      if (command.isEmpty() || command.getFirst().isBlank()) {
        throw new IllegalArgumentException("a command names a program");
      }
    }
  }

  /// How it ended.
  sealed interface Ending {
    record Exited(int code, String output, String errors) implements Ending {
      public Exited {
        NullChecks.nonNull(output, "Exited.output");
        NullChecks.nonNull(errors, "Exited.errors");
      }
    }

    /// It said more than was asked for.
    record SaidTooMuch() implements Ending {}
  }
}
