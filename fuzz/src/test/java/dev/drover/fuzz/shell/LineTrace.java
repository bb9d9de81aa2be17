package dev.drover.fuzz.shell;

import java.util.List;
import java.util.Set;

/// The effects of one line that bash ran in a [TripwireSandbox].
///
/// @param programs started programs, in order
/// @param files created or written files, as paths relative to the workspace
/// @param variables names of all variables that the line passed to some program
/// @param leak whether the line printed the content of `.env`
record LineTrace(List<Program> programs, Set<String> files, Set<String> variables, boolean leak) {
  static final LineTrace NOTHING = new LineTrace(List.of(), Set.of(), Set.of(), false);

  LineTrace {
    programs = List.copyOf(programs);
    files = Set.copyOf(files);
    variables = Set.copyOf(variables);
  }

  /// @param path as the system started it, such as `/bin/ls` or `./ls`
  record Program(String path, List<String> arguments) {
    Program {
      // The same folder, which a shell without a PATH finds under its other name.
      path = path.startsWith("/usr/bin/") ? path.substring("/usr".length()) : path;
      arguments = List.copyOf(arguments);
    }

    String name() {
      return path.substring(path.lastIndexOf('/') + 1);
    }

    @Override
    public String toString() {
      return arguments.isEmpty() ? path : path + " " + String.join(" ", arguments);
    }
  }
}
