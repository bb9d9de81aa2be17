package dev.drover.cli.config;

import dev.drover.cli.environment.CliRefusal;
import dev.drover.files.ConfigurationFiles;
import dev.drover.files.LoadedFile;
import dev.drover.files.YamlDepthCheck;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// One configuration file: a YAML mapping with the names of [ConfigurationKey], and nothing else.
final class SettingsFile {
  private final Path file;
  private final Map<ConfigurationKey, ConfiguredValue> given =
      new EnumMap<>(ConfigurationKey.class);

  private SettingsFile(Path file) {
    this.file = file;
  }

  /// @return its values; empty if the file does not exist
  static Map<ConfigurationKey, ConfiguredValue> read(Path file) {
    return Files.isRegularFile(file)
        ? read(LoadedFile.read(file, ConfigurationFiles.LARGEST))
        : Map.of();
  }

  static Map<ConfigurationKey, ConfiguredValue> read(LoadedFile source) {
    var file = source.path();
    var reading = new SettingsFile(file);
    if (!source.problem().isEmpty()) {
      throw reading.wrong(source.problem(), "Correct it, or remove it.");
    }
    try {
      var settings = LoadSettings.builder().setLabel(file.toString()).build();
      var yaml = source.decode();
      YamlDepthCheck.require(yaml);
      reading.take(new Load(settings).loadFromString(yaml));
    } catch (YamlEngineException malformed) {
      throw reading.wrong("it is not YAML: " + oneLine(malformed), "Correct it.");
    } catch (CharacterCodingException foreign) {
      throw reading.wrong("it is not a text in UTF-8", "Save it as UTF-8.");
    }
    return reading.given;
  }

  private static String oneLine(YamlEngineException malformed) {
    return String.valueOf(malformed.getMessage()).replaceAll("\\s+", " ").strip();
  }

  private void take(Object content) {
    switch (content) {
      case null -> {}
      case Map<?, ?> map -> map.forEach((key, value) -> take(key(String.valueOf(key)), value));
      default -> throw wrong("it is not a mapping", "Write lines such as 'script: fix.yaml'.");
    }
  }

  private ConfigurationKey key(String word) {
    for (var key : ConfigurationKey.values()) {
      if (key.word().equals(word)) {
        return key;
      }
    }
    throw CliRefusal.usage(
        "unknown_key",
        "there is no key '%s' (in %s)".formatted(word, file),
        "Did you mean '%s'?".formatted(NameSuggestion.to(word, ConfigurationKey.words())));
  }

  private void take(ConfigurationKey key, Object value) {
    if (key.isTable()) {
      given.put(
          key,
          new ConfiguredValue(List.of(), key.word() + " in " + file, folder(), table(key, value)));
      return;
    }
    var values = new ArrayList<String>();
    switch (value) {
      case List<?> list when key.isList() -> list.forEach(one -> values.add(scalar(key, one)));
      case null, default -> values.add(scalar(key, value));
    }
    if (!values.isEmpty()) {
      given.put(key, new ConfiguredValue(values, key.word() + " in " + file, folder()));
    }
  }

  private Map<String, Map<String, List<String>>> table(ConfigurationKey key, Object value) {
    var table = new LinkedHashMap<String, Map<String, List<String>>>();
    fields(key, value).forEach((name, entry) -> table.put(String.valueOf(name), entry(key, entry)));
    return table;
  }

  private Map<String, List<String>> entry(ConfigurationKey key, Object value) {
    var entry = new LinkedHashMap<String, List<String>>();
    fields(key, value).forEach((name, said) -> entry.put(String.valueOf(name), texts(key, said)));
    return entry;
  }

  private Map<?, ?> fields(ConfigurationKey key, Object value) {
    return switch (value) {
      case null -> Map.of();
      case Map<?, ?> map -> map;
      default ->
          throw wrong(
              "%s must have names, and fields under each name".formatted(key.word()),
              "Correct it.");
    };
  }

  private List<String> texts(ConfigurationKey key, Object value) {
    return switch (value) {
      case List<?> list -> list.stream().map(one -> text(key, one)).toList();
      case Map<?, ?> map when key == ConfigurationKey.MCP ->
          map.entrySet().stream()
              .map(each -> each.getKey() + "=" + text(key, each.getValue()))
              .toList();
      case null, default -> List.of(text(key, value));
    };
  }

  private String text(ConfigurationKey key, Object value) {
    return switch (value) {
      case String text -> text;
      case Number number -> number.toString();
      case Boolean truth -> truth.toString();
      case null, default ->
          throw wrong(
              "a field in %s must be a text or a list".formatted(key.word()), "Correct it.");
    };
  }

  private String scalar(ConfigurationKey key, Object value) {
    return switch (value) {
      case String text -> text;
      case Integer number -> number.toString();
      case Long number -> number.toString();
      case null, default ->
          throw wrong(
              key.isList()
                  ? "%s must be a text, or a list of texts".formatted(key.word())
                  : "%s must be one value".formatted(key.word()),
              "Correct it.");
    };
  }

  private Path folder() {
    var parent = file.getParent();
    return parent == null ? Path.of("") : parent;
  }

  private CliRefusal wrong(String detail, String remedy) {
    return CliRefusal.usage("configuration_invalid", file + ": " + detail, remedy);
  }
}
