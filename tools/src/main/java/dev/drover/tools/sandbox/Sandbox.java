package dev.drover.tools.sandbox;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The means of this machine to confine a command.
public sealed interface Sandbox {
  /// Detected once, on the first call, by a trial run: an installed program may still be blocked by
  /// the kernel or by a surrounding container.
  static Sandbox ofThisMachine() {
    return SandboxDetector.DETECTED;
  }

  SandboxReport report();

  /// No working sandbox.
  ///
  /// @param why what is missing, and how to get it
  record Missing(String why) implements Sandbox {
    @Override
    public SandboxReport report() {
      return new SandboxReport.IsMissing(why);
    }
  }

  /// @param version as the program reports it
  /// @param namespaces options that create the sandbox's user; kernels differ in what they allow
  record Bubblewrap(Path program, String version, List<String> namespaces) implements Sandbox {
    public Bubblewrap {
      namespaces = List.copyOf(namespaces);
    }

    /// The beginning of a command line; the command to confine follows.
    ///
    /// @throws SandboxRefusal if these paths cannot be made safe; then nothing may run
    public List<String> commandPrefix(CommandPaths commandPaths, ShellOptions options)
        throws IOException, SandboxRefusal {
      var line = new ArrayList<String>();
      line.add(program.toString());
      line.addAll(namespaces);
      line.addAll(BubblewrapArguments.build(commandPaths, options));
      line.add("--");
      return line;
    }

    @Override
    public SandboxReport report() {
      return new SandboxReport.Works(version, BubblewrapArguments.PROTECTIONS);
    }
  }

  /// The paths of a command.
  ///
  /// @param workspace a real path; the command may write here
  /// @param temp a real path to an empty folder that the command sees as /tmp
  /// @param home hidden except for toolchains
  /// @param programs folders that are searched for programs
  record CommandPaths(Path workspace, Path temp, Path home, List<Path> programs) {
    public CommandPaths {
      programs = programs.stream().filter(Path::isAbsolute).map(Path::normalize).toList();
    }
  }
}
