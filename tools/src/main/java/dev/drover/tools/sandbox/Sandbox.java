package dev.drover.tools.sandbox;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What this machine offers to confine a command with.
public sealed interface Sandbox {
  /// Found out once, at the first question, by really running it: a program that is installed may
  /// still be forbidden by the kernel or by the container around it.
  static Sandbox ofThisMachine() {
    return Probed.ONCE;
  }

  SandboxReport report();

  /// Nothing that works.
  ///
  /// @param why what is missing, and how to get it
  record Missing(String why) implements Sandbox {
    @Override
    public SandboxReport report() {
      return new SandboxReport.IsMissing(why);
    }
  }

  /// @param version as it says of itself
  /// @param namespaces how it makes the user of the sandbox, which not every kernel allows alike
  record Bubblewrap(Path program, String version, List<String> namespaces) implements Sandbox {
    public Bubblewrap {
      namespaces = List.copyOf(namespaces);
    }

    /// The beginning of a command line; the command to be confined follows.
    ///
    /// @throws Unprotectable if the room cannot be made safe; then nothing may run in it
    public List<String> around(Room room, ShellOptions options) throws IOException, Unprotectable {
      var line = new ArrayList<String>();
      line.add(program.toString());
      line.addAll(namespaces);
      line.addAll(Walls.around(room, options));
      line.add("--");
      return line;
    }

    @Override
    public SandboxReport report() {
      return new SandboxReport.Works(version, Walls.PROTECTIONS);
    }
  }

  /// Where a command lives.
  ///
  /// @param workspace a real path; the command may write here
  /// @param temp a real path to an empty folder that the command sees as /tmp
  /// @param home is hidden but for toolchains
  /// @param programs folders that programs are looked for in
  record Room(Path workspace, Path temp, Path home, List<Path> programs) {
    public Room {
      programs = programs.stream().filter(Path::isAbsolute).map(Path::normalize).toList();
    }
  }
}
