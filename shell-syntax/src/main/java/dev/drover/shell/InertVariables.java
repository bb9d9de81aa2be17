package dev.drover.shell;

import java.util.HashSet;
import java.util.Set;

/// Names of variables that are known not to affect which programs a command runs. All others may.
final class InertVariables {
  private static final Set<String> FOR_COMMANDS = new HashSet<>();
  private static final Set<String> FAMILIES = new HashSet<>();
  private static final Set<String> IN_SHELL = new HashSet<>();
  private static final Set<String> EXPORTED = new HashSet<>();

  static {
    for (var line : TableLines.of("variables.txt")) {
      switch (line.head().getFirst()) {
        case "environment" -> FOR_COMMANDS.addAll(line.words());
        case "families" -> FAMILIES.addAll(line.words());
        case "shell" -> IN_SHELL.addAll(line.words());
        default -> EXPORTED.addAll(line.words());
      }
    }
  }

  private InertVariables() {}

  /// Whether any command may get it in its environment.
  static boolean forCommands(String name) {
    return FOR_COMMANDS.contains(name) || FAMILIES.stream().anyMatch(name::startsWith);
  }

  /// Whether it may be set in the shell. An assignment to a variable that is already exported
  /// changes the environment, so the name must not be one that is common in environments.
  static boolean inShell(String name) {
    return forCommands(name)
        || IN_SHELL.contains(name)
        || (name.length() == 1 && ShellCursor.isName(name))
        || (isLowerCase(name) && EXPORTED.stream().noneMatch(name::contains))
        || isCamelCase(name);
  }

  private static boolean isLowerCase(String name) {
    return name.chars().noneMatch(Character::isUpperCase);
  }

  private static boolean isCamelCase(String name) {
    return !name.isEmpty() && Character.isLowerCase(name.charAt(0)) && name.indexOf('_') < 0;
  }
}
