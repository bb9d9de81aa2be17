package dev.drover.spi.tool;

import dev.drover.kernel.check.NullChecks;

/// The isolation between a tool and the machine it runs on.
public sealed interface ToolIsolation {
  ToolIsolation NOT_NEEDED = new NotNeeded();

  /// The tool restricts itself.
  record NotNeeded() implements ToolIsolation {}

  /// @param how shown to people: the sandbox, and what it allows
  record Sandboxed(String how) implements ToolIsolation {
    public Sandboxed {
      NullChecks.nonNull(how, "Sandboxed.how");
    }
  }

  /// The tool can do everything that this process may do.
  ///
  /// @param why shown to the person who is asked: the missing sandbox, and how to get it
  record Exposed(String why) implements ToolIsolation {
    public Exposed {
      NullChecks.nonNull(why, "Exposed.why");
    }
  }
}
