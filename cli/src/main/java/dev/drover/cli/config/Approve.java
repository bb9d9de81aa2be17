package dev.drover.cli.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Who answers when a call needs a yes.
public enum Approve {
  /// The person at the terminal; where there is none, the run waits for `drover approve`.
  ASK,
  /// The program says yes.
  AUTO,
  /// The program says no.
  DENY;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static List<String> words() {
    return Arrays.stream(values()).map(Approve::word).toList();
  }
}
