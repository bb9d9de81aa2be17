package dev.drover.spi.tool;

import dev.drover.kernel.NullChecks;

/// What a call is about, as the rules of a policy name it. A call may have several; each is judged
/// alone, and the strictest verdict holds for the call.
public sealed interface Subject {
  /// A path in the workspace, with all links followed.
  ///
  /// @param path relative to the workspace with `/` between names, `.` for the workspace itself; an
  ///   absolute path where it leads outside
  record File(String path) implements Subject {
    public File {
      NullChecks.nonNull(path, "File.path");
    }
  }

  /// A line in the language of the shell. It is parsed, and each command in it is judged alone.
  record Shell(String line) implements Subject {
    public Shell {
      NullChecks.nonNull(line, "Shell.line");
    }
  }

  /// An address on the web.
  record Web(String url) implements Subject {
    public Web {
      NullChecks.nonNull(url, "Web.url");
    }
  }

  /// Anything else, compared as it stands.
  record Plain(String text) implements Subject {
    public Plain {
      NullChecks.nonNull(text, "Plain.text");
    }
  }
}
