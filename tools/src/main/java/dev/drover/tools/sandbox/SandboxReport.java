package dev.drover.tools.sandbox;

import java.util.List;

/// What this machine can do to confine commands, for people.
public sealed interface SandboxReport {
  /// @param program which sandbox, and its version
  /// @param protections what it sees to, a line each
  record Works(String program, List<String> protections) implements SandboxReport {
    public Works {
      protections = List.copyOf(protections);
    }
  }

  /// @param why what is missing, and how to get it
  record IsMissing(String why) implements SandboxReport {}
}
