package dev.drover.model.http.facts;

import dev.drover.kernel.budget.TokenPrice;
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

/// Known facts about models, by `provider/model`. Immutable; a host can add or override entries.
///
/// A model that is not listed can still be used: its provider defines what to assume.
public final class ModelCatalogue {
  /// A name with a release date, or an alias for the latest release.
  private static final Pattern RELEASE = Pattern.compile("-(\\d{8}|\\d{4}-\\d{2}-\\d{2}|latest)$");

  private static final String RESOURCE = "models.json";

  private final Map<String, ModelFacts> models;

  private ModelCatalogue(Map<String, ModelFacts> models) {
    this.models = models;
  }

  /// The well-known models, as of this release.
  public static ModelCatalogue known() {
    return Known.CATALOGUE;
  }

  public static ModelCatalogue empty() {
    return new ModelCatalogue(Map.of());
  }

  /// @param name as `provider/model`
  public ModelCatalogue plus(String name, ModelFacts facts) {
    var more = new TreeMap<>(models);
    more.put(name, facts);
    return new ModelCatalogue(more);
  }

  /// A release of a model has the facts of the model, unless it has its own.
  public Optional<ModelFacts> find(String name) {
    var own = models.get(name);
    return Optional.ofNullable(
        own != null ? own : models.get(RELEASE.matcher(name).replaceFirst("")));
  }

  /// All entries, by name.
  public Map<String, ModelFacts> models() {
    return Collections.unmodifiableMap(models);
  }

  /// Loaded on first use.
  private static final class Known {
    static final ModelCatalogue CATALOGUE = read();

    private static ModelCatalogue read() {
      try (InputStream file = ModelCatalogue.class.getResourceAsStream(RESOURCE)) {
        if (file == null) {
          throw new IllegalStateException("the catalogue of models is not in this jar");
        }
        var models = new TreeMap<String, ModelFacts>();
        JsonMapper.builder()
            .build()
            .readTree(file)
            .properties()
            .forEach(each -> models.put(each.getKey(), facts(each.getValue())));
        return new ModelCatalogue(models);
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }

    private static ModelFacts facts(JsonNode node) {
      var abilities = EnumSet.noneOf(ModelAbility.class);
      node.path("can").forEach(word -> abilities.add(ModelAbility.valueOf(word.stringValue())));
      return new ModelFacts(
          node.path("window").intValue(),
          node.path("output").intValue(),
          price(node.path("price")),
          abilities);
    }

    private static @Nullable TokenPrice price(JsonNode node) {
      return node.isMissingNode()
          ? null
          : new TokenPrice(
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
