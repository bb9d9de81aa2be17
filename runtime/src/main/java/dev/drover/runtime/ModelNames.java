package dev.drover.runtime;

import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.spi.PortException;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelProvider;
import java.util.List;

/// Finds models by `provider/model`.
final class ModelNames {
  private final List<ModelProvider> providers;

  ModelNames(List<ModelProvider> providers) {
    this.providers = List.copyOf(providers);
  }

  Model find(String name) {
    int slash = name.indexOf('/');
    if (slash < 1 || slash == name.length() - 1) {
      throw new ConfigurationInvalid(
          "model", "'%s' is not a model's name".formatted(name), "Write provider/model.");
    }
    var wanted = name.substring(0, slash);
    for (var provider : providers) {
      if (provider.name().equals(wanted)) {
        try {
          return provider.model(name.substring(slash + 1));
        } catch (PortException unknown) {
          throw new ConfigurationInvalid(
              "model", unknown.problem().detail(), unknown.problem().remedy());
        }
      }
    }
    throw new ConfigurationInvalid(
        "model",
        "no provider is named '%s'; there are %s".formatted(wanted, names()),
        "Register the provider when the runtime is built, or give the model itself.");
  }

  private String names() {
    return providers.isEmpty()
        ? "none"
        : String.join(", ", providers.stream().map(ModelProvider::name).toList());
  }
}
