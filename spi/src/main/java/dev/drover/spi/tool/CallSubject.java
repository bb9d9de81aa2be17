package dev.drover.spi.tool;

import dev.drover.kernel.check.NullChecks;

/// The subject of a call, as the rules of a policy match it. A call may have several; each is
/// judged on its own, and the strictest verdict applies to the call.
public sealed interface CallSubject {
  /// A path in the workspace, with all links resolved.
  ///
  /// @param path relative to the workspace with `/` as separator, `.` for the workspace itself;
  ///   absolute if it is outside
  record File(String path) implements CallSubject {
    public File {
      NullChecks.nonNull(path, "File.path");
    }
  }

  /// A shell command line. It is parsed, and each command in it is judged on its own.
  record Shell(String line) implements CallSubject {
    public Shell {
      NullChecks.nonNull(line, "Shell.line");
    }
  }

  /// A web address.
  record Web(String url) implements CallSubject {
    public Web {
      NullChecks.nonNull(url, "Web.url");
    }
  }

  /// Anything else, compared literally.
  record Plain(String text) implements CallSubject {
    public Plain {
      NullChecks.nonNull(text, "Plain.text");
    }
  }
}
