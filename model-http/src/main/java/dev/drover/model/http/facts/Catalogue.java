package dev.drover.model.http.facts;

import dev.drover.kernel.Price;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What is known about models, by `provider/model`. Immutable; a host adds what it knows better.
///
/// A model that is not here can be used all the same: its provider says what to assume.
public final class Catalogue {
  /// A name with the day it was released on, or a word for the newest of its kind.
  private static final Pattern RELEASE = Pattern.compile("-(\\d{8}|\\d{4}-\\d{2}-\\d{2}|latest)$");

  private static final String RESOURCE = "models.json";

  private final Map<String, ModelFacts> models;

  private Catalogue(Map<String, ModelFacts> models) {
    this.models = models;
  }

  /// The well-known models, as they were when this release was made.
  public static Catalogue known() {
    return Known.CATALOGUE;
  }

  public static Catalogue empty() {
    return new Catalogue(Map.of());
  }

  /// @param name as `provider/model`
  public Catalogue plus(String name, ModelFacts facts) {
    var more = new TreeMap<>(models);
    more.put(name, facts);
    return new Catalogue(more);
  }

  /// A release of a model has the facts of the model, unless it has its own.
  public Optional<ModelFacts> find(String name) {
    var own = models.get(name);
    return Optional.ofNullable(
        own != null ? own : models.get(RELEASE.matcher(name).replaceFirst("")));
  }

  /// All of them, by name.
  public Map<String, ModelFacts> models() {
    return Collections.unmodifiableMap(models);
  }

  /// Reading waits until somebody asks.
  private static final class Known {
    static final Catalogue CATALOGUE = read();

    private static Catalogue read() {
      try (InputStream file = Catalogue.class.getResourceAsStream(RESOURCE)) {
        if (file == null) {
          throw new IllegalStateException("the catalogue of models is not in this jar");
        }
        var models = new TreeMap<String, ModelFacts>();
        JsonMapper.builder()
            .build()
            .readTree(file)
            .properties()
            .forEach(each -> models.put(each.getKey(), facts(each.getValue())));
        return new Catalogue(models);
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }

    private static ModelFacts facts(JsonNode node) {
      var abilities = EnumSet.noneOf(Ability.class);
      node.path("can").forEach(word -> abilities.add(Ability.valueOf(word.stringValue())));
      return new ModelFacts(
          node.path("window").intValue(),
          node.path("output").intValue(),
          price(node.path("price")),
          abilities);
    }

    private static @Nullable Price price(JsonNode node) {
      return node.isMissingNode()
          ? null
          : new Price(
              millionths(node.path("input")),
              millionths(node.path("output")),
              millionths(node.path("cacheRead")),
              millionths(node.path("cacheWrite")));
    }

    private static long millionths(JsonNode decimal) {
      return new BigDecimal(decimal.stringValue()).movePointRight(6).longValueExact();
    }
  }
}
