package dev.drover.shell;

import java.util.Set;

/// Conclusions about a program from the name of its command.
final class ProgramNames {
  private static final Set<String> SYSTEM_FOLDERS =
      Set.of("/bin/", "/usr/bin/", "/usr/local/bin/", "/sbin/", "/usr/sbin/");

  private ProgramNames() {}

  /// The part after the last slash.
  static String last(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /// Whether the name reads as it is: no blanks, no control characters, no letters that look like
  /// others.
  static boolean isPlain(String name) {
    return !last(name).isEmpty() && name.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  /// Whether the name refers to the system's program of that name.
  static boolean isOfSystem(String name) {
    int slash = name.lastIndexOf('/');
    return slash < 0 || SYSTEM_FOLDERS.contains(name.substring(0, slash + 1));
  }
}
