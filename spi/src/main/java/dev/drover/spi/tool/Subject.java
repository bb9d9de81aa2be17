package dev.drover.spi.tool;

/// What a call is about, as the rules of a policy name it. A call may have several; each is judged
/// alone, and the strictest verdict holds for the call.
public sealed interface Subject {
  /// A path in the workspace, with all links followed.
  ///
  /// @param path relative to the workspace with `/` between names, `.` for the workspace itself; an
  ///   absolute path where it leads outside
  record File(String path) implements Subject {}

  /// A line in the language of the shell. It is parsed, and each command in it is judged alone.
  record Shell(String line) implements Subject {}

  /// An address on the web.
  record Web(String url) implements Subject {}

  /// Anything else, compared as it stands.
  record Plain(String text) implements Subject {}
}
