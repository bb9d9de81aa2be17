package dev.drover.spi.program;

import dev.drover.kernel.check.NullChecks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Runs a program of the host until it exits. Loaded as a service, so that callers need not know
/// how to handle processes safely.
///
/// Laws: the command is not interpreted by a shell; the environment of the program contains no
/// secrets of this process; when the method returns, normally or not, no process that the program
/// started is left running; and output beyond the requested limit is not kept.
///
/// Safe for use by any thread.
public interface ProgramRunner {
  /// @param input the standard input of the program
  /// @throws IOException if it cannot be started
  /// @throws InterruptedException if this thread was interrupted; the program has been killed
  Ending run(Program program, String input) throws IOException, InterruptedException;

  /// A program to run.
  ///
  /// @param command the program and its arguments
  /// @param folder its working directory
  /// @param mostOutput in bytes, for its output and for its errors
  record Program(List<String> command, Path folder, int mostOutput) {
    public Program {
      NullChecks.nonNull(folder, "Program.folder");
      command = NullChecks.list(command, "Program.command");
      if (command.isEmpty() || command.getFirst().isBlank()) {
        throw new IllegalArgumentException("a command names a program");
      }
    }
  }

  /// How the program ended.
  sealed interface Ending {
    record Exited(int code, String output, String errors) implements Ending {
      public Exited {
        NullChecks.nonNull(output, "Exited.output");
        NullChecks.nonNull(errors, "Exited.errors");
      }
    }

    /// It wrote more output than allowed.
    record SaidTooMuch() implements Ending {}
  }
}
