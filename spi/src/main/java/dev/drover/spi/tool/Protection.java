package dev.drover.spi.tool;

import dev.drover.kernel.NullChecks;

/// What stands between a tool and the machine it runs on.
public sealed interface Protection {
  Protection NOT_NEEDED = new NotNeeded();

  /// The tool itself keeps to what it may do.
  record NotNeeded() implements Protection {}

  /// @param how shown to people: which sandbox, and what it allows
  record Sandboxed(String how) implements Protection {
    public Sandboxed {
      NullChecks.nonNull(how, "Sandboxed.how");
    }
  }

  /// What it runs could do anything that this process may do.
  ///
  /// @param why shown to the person who is asked: what is missing, and how to get it
  record Exposed(String why) implements Protection {
    public Exposed {
      NullChecks.nonNull(why, "Exposed.why");
    }
  }
}
