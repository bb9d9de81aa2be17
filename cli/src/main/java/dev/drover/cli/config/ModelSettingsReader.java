package dev.drover.cli.config;

import dev.drover.cli.environment.CliRefusal;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.model.http.facts.ModelAbility;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads `models`: facts about models, by `provider/model`.
final class ModelSettingsReader {
  private static final String WINDOW = "window";
  private static final String OUTPUT = "output";
  private static final String PRICE = "price";
  private static final String CAN = "can";

  /// The fields of a model.
  static final List<TableField> FIELDS =
      List.of(
          new TableField(WINDOW, "number", "tokens that a request and its reply may have together"),
          new TableField(OUTPUT, "number", "tokens that a reply may have at most"),
          new TableField(
              PRICE,
              "two or four amounts",
              "what a million tokens cost: input, output, cache reads, cache writes"),
          new TableField(
              CAN,
              "list of words",
              "what it can do, of "
                  + Arrays.stream(ModelAbility.values())
                      .map(ability -> "`" + word(ability) + "`")
                      .collect(Collectors.joining(", "))));

  private ModelSettingsReader() {}

  /// @param weakest first: later layers override earlier ones
  static Map<String, ModelSettings> read(List<Map<ConfigurationKey, ConfiguredValue>> weakest) {
    var models = new TreeMap<String, ModelSettings>();
    for (var layer : weakest) {
      var given = layer.get(ConfigurationKey.MODELS);
      if (given != null) {
        given
            .entries()
            .forEach((name, entry) -> models.put(named(given, name), model(given.at(name), entry)));
      }
    }
    return models;
  }

  private static String named(ConfiguredValue given, String name) {
    if (!name.matches("[^/]+/.+")) {
      throw given.wrong(
          "'%s' is not a model's name".formatted(name),
          "Write provider/model, such as ollama/qwen.");
    }
    return name;
  }

  private static ModelSettings model(ConfiguredValue given, Map<String, List<String>> entry) {
    given.requireKnown(entry.keySet(), TableField.words(FIELDS));
    return new ModelSettings(
        number(given, entry, WINDOW),
        number(given, entry, OUTPUT),
        price(given, entry.get(PRICE)),
        abilities(given, entry.get(CAN)),
        given.where());
  }

  private static @Nullable Integer number(
      ConfiguredValue given, Map<String, List<String>> entry, String field) {
    var said = entry.get(field);
    return said == null ? null : (int) given.field(field, said).number(Integer.MAX_VALUE);
  }

  private static @Nullable TokenPrice price(ConfiguredValue given, @Nullable List<String> said) {
    if (said == null) {
      return null;
    }
    try {
      return PriceSettingReader.read(ConfiguredValue.words(said), String.join(" ", said));
    } catch (IllegalArgumentException malformed) {
      throw given.wrong(
          String.valueOf(malformed.getMessage()), "Write " + PriceSettingReader.AMOUNTS);
    }
  }

  private static @Nullable Set<ModelAbility> abilities(
      ConfiguredValue given, @Nullable List<String> said) {
    if (said == null) {
      return null;
    }
    var abilities = EnumSet.noneOf(ModelAbility.class);
    for (var word : ConfiguredValue.words(said)) {
      abilities.add(ability(given, word));
    }
    return abilities;
  }

  private static ModelAbility ability(ConfiguredValue given, String word) {
    for (var ability : ModelAbility.values()) {
      if (word(ability).equals(word)) {
        return ability;
      }
    }
    throw unknown(given, word);
  }

  private static CliRefusal unknown(ConfiguredValue given, String word) {
    var known = Arrays.stream(ModelAbility.values()).map(ModelSettingsReader::word).toList();
    return given.wrong(
        "there is no capability '%s'".formatted(word),
        "Did you mean '%s'?".formatted(NameSuggestion.to(word, known)));
  }

  private static String word(ModelAbility ability) {
    return ability.name().toLowerCase(Locale.ROOT);
  }
}
