package dev.drover.cli.config;

import dev.drover.kernel.Limits;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Divides what the file of a workspace says: what can only forbid, and what allows something and
/// so needs a person's trust.
///
/// @param counted what counts even if a stranger has written it
/// @param loosening the rest
record StricterSettings(Map<Key, Given> counted, Map<Key, Given> loosening) {
  /// @param said what the file of the workspace says
  /// @param others what was said elsewhere, in the places that win first
  static StricterSettings of(Map<Key, Given> said, List<Map<Key, Given>> others) {
    var counted = new EnumMap<Key, Given>(Key.class);
    var loosening = new EnumMap<Key, Given>(Key.class);
    said.forEach(
        (key, given) -> (isStricter(key, given, others) ? counted : loosening).put(key, given));
    return new StricterSettings(counted, loosening);
  }

  private static boolean isStricter(Key key, Given given, List<Map<Key, Given>> others) {
    return switch (key.inWorkspace()) {
      case ALWAYS -> true;
      case WHEN_STRICTER -> isAsStrict(key, given, others);
      case TRUSTED, NEVER -> false;
    };
  }

  private static boolean isAsStrict(Key key, Given given, List<Map<Key, Given>> others) {
    return switch (key) {
      case APPROVE ->
          strictness(given.text()) >= strictness(find(key, others).map(Given::text).orElse("ask"));
      case MAX_TURNS -> isLower(key, given, others, Limits.DEFAULT.turns());
      case BUDGET -> isLower(key, given, others, Limits.DEFAULT.tokens());
      default -> throw new IllegalArgumentException("no value of it is stricter: " + key);
    };
  }

  /// A word that is none is refused later, whoever has written it.
  private static int strictness(String approve) {
    return switch (approve) {
      case "auto" -> 0;
      case "ask" -> 1;
      default -> 2;
    };
  }

  private static boolean isLower(
      Key key, Given given, List<Map<Key, Given>> others, long standard) {
    long limit = find(key, others).map(other -> other.number(Long.MAX_VALUE)).orElse(standard);
    return given.number(Long.MAX_VALUE) <= limit;
  }

  private static Optional<Given> find(Key key, List<Map<Key, Given>> others) {
    return others.stream()
        .flatMap(layer -> Optional.ofNullable(layer.get(key)).stream())
        .findFirst();
  }
}
