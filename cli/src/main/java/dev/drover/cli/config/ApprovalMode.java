package dev.drover.cli.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// How calls that need approval are answered.
public enum ApprovalMode {
  /// By the person at the terminal; without one, the run waits for `drover approve`.
  ASK,
  /// The program approves.
  AUTO,
  /// The program denies.
  DENY;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static List<String> words() {
    return Arrays.stream(values()).map(ApprovalMode::word).toList();
  }
}
