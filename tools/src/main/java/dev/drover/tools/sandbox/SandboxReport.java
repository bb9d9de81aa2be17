package dev.drover.tools.sandbox;

import java.util.List;

/// A report for people about this machine's means to confine commands.
public sealed interface SandboxReport {
  /// @param program the sandbox and its version
  /// @param protections one line for each protection
  record Works(String program, List<String> protections) implements SandboxReport {
    public Works {
      protections = List.copyOf(protections);
    }
  }

  /// @param why what is missing, and how to get it
  record IsMissing(String why) implements SandboxReport {}
}
