package dev.drover.model.langchain4j;

import dev.drover.kernel.value.Problem;
import dev.drover.spi.PortException;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelProvider;
import java.util.Map;
import java.util.TreeMap;

/// Returns the models it was built with, and no others.
final class LangChain4jProvider implements ModelProvider {
  private final String name;
  private final Map<String, Model> models;

  LangChain4jProvider(String name, Map<String, Model> models) {
    this.name = name;
    this.models = new TreeMap<>(models);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Model model(String model) {
    var known = models.get(model);
    if (known == null) {
      throw new PortException(
          new Problem(
              "model_unknown",
              "No such model",
              "%s has no model '%s'; it has %s"
                  .formatted(name, model, String.join(", ", models.keySet())),
              "Take one of those, or add it where the provider is built."),
          null);
    }
    return known;
  }

  @Override
  public String toString() {
    return name + models.keySet();
  }
}
