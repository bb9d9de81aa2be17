package dev.drover.cli.config;

import dev.drover.cli.host.Refusal;
import dev.drover.kernel.Price;
import dev.drover.model.http.facts.Ability;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads `models`: what is known about models, by `provider/model`.
final class ModelsReader {
  private static final String WINDOW = "window";
  private static final String OUTPUT = "output";
  private static final String PRICE = "price";
  private static final String CAN = "can";

  /// What can be said about a model.
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
                  + Arrays.stream(Ability.values())
                      .map(ability -> "`" + word(ability) + "`")
                      .collect(Collectors.joining(", "))));

  private ModelsReader() {}

  /// @param weakest first: a later layer says it better
  static Map<String, ModelSettings> read(List<Map<Key, Given>> weakest) {
    var models = new TreeMap<String, ModelSettings>();
    for (var layer : weakest) {
      var given = layer.get(Key.MODELS);
      if (given != null) {
        given
            .entries()
            .forEach((name, entry) -> models.put(named(given, name), model(given.at(name), entry)));
      }
    }
    return models;
  }

  private static String named(Given given, String name) {
    if (!name.matches("[^/]+/.+")) {
      throw given.wrong(
          "'%s' is not a model's name".formatted(name),
          "Write provider/model, such as ollama/qwen.");
    }
    return name;
  }

  private static ModelSettings model(Given given, Map<String, List<String>> entry) {
    given.requireKnown(entry.keySet(), TableField.words(FIELDS));
    return new ModelSettings(
        number(given, entry, WINDOW),
        number(given, entry, OUTPUT),
        price(given, entry.get(PRICE)),
        abilities(given, entry.get(CAN)),
        given.where());
  }

  private static @Nullable Integer number(
      Given given, Map<String, List<String>> entry, String field) {
    var said = entry.get(field);
    return said == null ? null : (int) given.field(field, said).number(Integer.MAX_VALUE);
  }

  private static @Nullable Price price(Given given, @Nullable List<String> said) {
    if (said == null) {
      return null;
    }
    try {
      return PriceWords.read(Given.words(said), String.join(" ", said));
    } catch (IllegalArgumentException malformed) {
      throw given.wrong(String.valueOf(malformed.getMessage()), "Write " + PriceWords.AMOUNTS);
    }
  }

  private static @Nullable Set<Ability> abilities(Given given, @Nullable List<String> said) {
    if (said == null) {
      return null;
    }
    var abilities = EnumSet.noneOf(Ability.class);
    for (var word : Given.words(said)) {
      abilities.add(ability(given, word));
    }
    return abilities;
  }

  private static Ability ability(Given given, String word) {
    for (var ability : Ability.values()) {
      if (word(ability).equals(word)) {
        return ability;
      }
    }
    throw unknown(given, word);
  }

  private static Refusal unknown(Given given, String word) {
    var known = Arrays.stream(Ability.values()).map(ModelsReader::word).toList();
    return given.wrong(
        "no model can '%s'".formatted(word),
        "Did you mean '%s'?".formatted(Closest.to(word, known)));
  }

  private static String word(Ability ability) {
    return ability.name().toLowerCase(Locale.ROOT);
  }
}
