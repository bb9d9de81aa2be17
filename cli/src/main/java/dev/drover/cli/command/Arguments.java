package dev.drover.cli.command;

import dev.drover.cli.config.Key;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What was typed, taken apart.
///
/// @param options by name, with dashes; the value is empty for those that take none
/// @param repeated those that may be given several times, with all that was given
public record Arguments(
    Map<String, String> options, Map<String, List<String>> repeated, List<String> words) {
  public Arguments {
    options = Map.copyOf(options);
    repeated = Map.copyOf(repeated);
    words = List.copyOf(words);
  }

  public boolean has(Option option) {
    return options.containsKey(option.name());
  }

  /// @return null if it was not typed
  public @Nullable String value(Option option) {
    return options.get(option.name());
  }

  /// In the order in which they were typed.
  public List<String> values(Option option) {
    return repeated.getOrDefault(option.name(), List.of());
  }

  /// The first word; its presence was checked.
  public String word() {
    return words.getFirst();
  }

  Map<Key, String> settings() {
    var settings = new EnumMap<Key, String>(Key.class);
    for (var key : Key.values()) {
      var value = options.get(key.flag());
      if (value != null) {
        settings.put(key, value);
      }
    }
    return settings;
  }
}
