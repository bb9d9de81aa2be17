package dev.drover.cli.command;

import dev.drover.cli.config.ConfigurationKey;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The parsed arguments of a command.
///
/// @param options by name, with dashes; the value is empty for options that take none
/// @param repeated options that may be given several times, with all their values
public record CommandArguments(
    Map<String, String> options, Map<String, List<String>> repeated, List<String> words) {
  public CommandArguments {
    options = Map.copyOf(options);
    repeated = Map.copyOf(repeated);
    words = List.copyOf(words);
  }

  public boolean has(CommandOption option) {
    return options.containsKey(option.name());
  }

  /// @return null if it was not typed
  public @Nullable String value(CommandOption option) {
    return options.get(option.name());
  }

  /// The same arguments with another value of an option.
  CommandArguments with(CommandOption option, String value) {
    var more = new HashMap<>(options);
    more.put(option.name(), value);
    return new CommandArguments(more, repeated, words);
  }

  /// In the order in which they were given.
  public List<String> values(CommandOption option) {
    return repeated.getOrDefault(option.name(), List.of());
  }

  /// The first word; the parser has checked that there is one.
  public String word() {
    return words.getFirst();
  }

  Map<ConfigurationKey, String> settings() {
    var settings = new EnumMap<ConfigurationKey, String>(ConfigurationKey.class);
    for (var key : ConfigurationKey.values()) {
      var value = options.get(key.flag());
      if (value != null) {
        settings.put(key, value);
      }
    }
    return settings;
  }
}
