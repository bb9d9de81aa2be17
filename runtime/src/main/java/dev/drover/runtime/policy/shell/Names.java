package dev.drover.runtime.policy.shell;

import java.util.Set;

/// What the name of a command says about the program.
final class Names {
  private static final Set<String> SYSTEM_FOLDERS =
      Set.of("/bin/", "/usr/bin/", "/usr/local/bin/", "/sbin/", "/usr/sbin/");

  private Names() {}

  /// The part after the last slash.
  static String last(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /// Whether people see what the machine sees: no blanks, no control characters, no letters that
  /// look like others.
  static boolean isPlain(String name) {
    return !last(name).isEmpty() && name.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  /// Whether the program is the one that everybody knows by that name.
  static boolean isOfSystem(String name) {
    int slash = name.lastIndexOf('/');
    return slash < 0 || SYSTEM_FOLDERS.contains(name.substring(0, slash + 1));
  }
}
