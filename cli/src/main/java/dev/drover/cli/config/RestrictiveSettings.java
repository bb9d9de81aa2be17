package dev.drover.cli.config;

import dev.drover.kernel.budget.RunLimits;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Splits the values of a workspace file into those that only restrict and those that grant
/// something and so need a person's trust.
///
/// @param restrictive applied even if a stranger has written it
/// @param permissive the rest
record RestrictiveSettings(
    Map<ConfigurationKey, ConfiguredValue> restrictive,
    Map<ConfigurationKey, ConfiguredValue> permissive) {
  /// @param said values of the workspace file
  /// @param others values of the other layers, strongest first
  static RestrictiveSettings of(
      Map<ConfigurationKey, ConfiguredValue> said,
      List<Map<ConfigurationKey, ConfiguredValue>> others) {
    var counted = new EnumMap<ConfigurationKey, ConfiguredValue>(ConfigurationKey.class);
    var loosening = new EnumMap<ConfigurationKey, ConfiguredValue>(ConfigurationKey.class);
    said.forEach(
        (key, given) -> (isStricter(key, given, others) ? counted : loosening).put(key, given));
    return new RestrictiveSettings(counted, loosening);
  }

  private static boolean isStricter(
      ConfigurationKey key,
      ConfiguredValue given,
      List<Map<ConfigurationKey, ConfiguredValue>> others) {
    return switch (key.inWorkspace()) {
      // Each of its entries has an approval of its own.
      case ALWAYS, APPROVED -> true;
      case WHEN_STRICTER -> isAsStrict(key, given, others);
      case TRUSTED, NEVER -> false;
    };
  }

  private static boolean isAsStrict(
      ConfigurationKey key,
      ConfiguredValue given,
      List<Map<ConfigurationKey, ConfiguredValue>> others) {
    return switch (key) {
      case APPROVE ->
          strictness(given.text())
              >= strictness(find(key, others).map(ConfiguredValue::text).orElse("ask"));
      case MAX_TURNS -> isLower(key, given, others, RunLimits.DEFAULT.turns());
      case BUDGET -> isLower(key, given, others, RunLimits.DEFAULT.tokens());
      default -> throw new IllegalArgumentException("no value of it is stricter: " + key);
    };
  }

  /// An invalid word is refused later, whatever its source.
  private static int strictness(String approve) {
    return switch (approve) {
      case "auto" -> 0;
      case "ask" -> 1;
      default -> 2;
    };
  }

  private static boolean isLower(
      ConfigurationKey key,
      ConfiguredValue given,
      List<Map<ConfigurationKey, ConfiguredValue>> others,
      long standard) {
    long limit = find(key, others).map(other -> other.number(Long.MAX_VALUE)).orElse(standard);
    return given.number(Long.MAX_VALUE) <= limit;
  }

  private static Optional<ConfiguredValue> find(
      ConfigurationKey key, List<Map<ConfigurationKey, ConfiguredValue>> others) {
    return others.stream()
        .flatMap(layer -> Optional.ofNullable(layer.get(key)).stream())
        .findFirst();
  }
}
