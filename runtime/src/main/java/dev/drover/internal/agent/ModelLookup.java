package dev.drover.internal.agent;

import dev.drover.internal.foreign.ForeignCode;
import dev.drover.internal.foreign.ForeignPart;
import dev.drover.problem.ForeignCodeFailed;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.spi.PortException;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelProvider;
import java.util.List;

/// Finds models by `provider/model`.
public final class ModelLookup {
  private final List<ModelProvider> providers;

  public ModelLookup(List<ModelProvider> providers) {
    this.providers = List.copyOf(providers);
  }

  public Model find(String name) {
    int slash = name.indexOf('/');
    if (slash < 1 || slash == name.length() - 1) {
      throw new ConfigurationInvalid(
          "model", "'%s' is not a model's name".formatted(name), "Write provider/model.");
    }
    var wanted = name.substring(0, slash);
    for (var provider : providers) {
      if (nameOf(provider).equals(wanted)) {
        return find(provider, wanted, name.substring(slash + 1));
      }
    }
    throw new ConfigurationInvalid(
        "model",
        "no provider is named '%s'; there are %s".formatted(wanted, names()),
        "Register the provider when the runtime is built, or give the model itself.");
  }

  private static Model find(ModelProvider provider, String name, String model) {
    try {
      return new ForeignCode(ForeignPart.PROVIDER, name).ask("model", () -> provider.model(model));
    } catch (ForeignCodeFailed broken) {
      throw broken.getCause() instanceof PortException unknown
          ? new ConfigurationInvalid(
              "model", unknown.problem().detail(), unknown.problem().remedy())
          : broken;
    }
  }

  private static String nameOf(ModelProvider provider) {
    return new ForeignCode(ForeignPart.PROVIDER, provider.getClass().getName())
        .ask("name", provider::name);
  }

  private String names() {
    return providers.isEmpty()
        ? "none"
        : String.join(", ", providers.stream().map(ModelLookup::nameOf).toList());
  }
}
