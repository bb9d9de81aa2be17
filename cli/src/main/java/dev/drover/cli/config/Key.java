package dev.drover.cli.config;

import java.util.Arrays;
import java.util.List;

/// Everything that can be configured, with its name in a file. As a flag it has two dashes before
/// its name; in the environment it is `DROVER_` and the name in capitals.
public enum Key {
  STORE("store"),
  AGENT("agent"),
  MODEL("model"),
  FALLBACK("fallback"),
  SCRIPT("script"),
  APPROVE("approve"),
  MAX_TURNS("max-turns"),
  BUDGET("budget"),
  INSTRUCTIONS("instructions"),
  ALLOW("allow"),
  ASK("ask"),
  DENY("deny"),
  HOOKS("hooks"),
  COMPACTION("compaction"),
  PRICES("prices"),
  PROVIDERS("providers"),
  MODELS("models");

  /// Where a flag or a variable would be the wrong place: long texts, and lists.
  private static final List<Key> ONLY_IN_FILES =
      List.of(
          FALLBACK, INSTRUCTIONS, ALLOW, ASK, DENY, HOOKS, COMPACTION, PRICES, PROVIDERS, MODELS);

  private static final List<Key> LISTS =
      List.of(FALLBACK, ALLOW, ASK, DENY, HOOKS, COMPACTION, PRICES);

  private static final List<Key> TABLES = List.of(PROVIDERS, MODELS);

  private final String word;

  Key(String word) {
    this.word = word;
  }

  /// Its name in a file.
  public String word() {
    return word;
  }

  public String flag() {
    return "--" + word;
  }

  public String variable() {
    return "DROVER_" + name();
  }

  boolean isOnlyInFiles() {
    return ONLY_IN_FILES.contains(this);
  }

  boolean isList() {
    return LISTS.contains(this);
  }

  /// Things by name, each with fields.
  boolean isTable() {
    return TABLES.contains(this);
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(Key::word).toList();
  }

  public static List<String> variables() {
    return Arrays.stream(values()).filter(key -> !key.isOnlyInFiles()).map(Key::variable).toList();
  }
}
