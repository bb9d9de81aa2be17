package dev.drover.cli.provider;

import dev.drover.cli.config.KnownProvider;
import dev.drover.cli.config.ModelSelection.Hosted;
import dev.drover.cli.config.NameSuggestion;
import dev.drover.cli.config.Settings;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.model.http.facts.ModelCatalogue;
import dev.drover.spi.model.Model;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// All providers of models, and the facts known about those models.
///
/// Reading the catalogue and creating a client dominate the startup time, so both wait until a
/// model is needed.
public final class ProviderRegistry {
  private final Map<String, RegisteredProvider> byName = new LinkedHashMap<>();
  private final Settings settings;

  private ProviderRegistry(Settings settings, CliEnvironment host) {
    this.settings = settings;
    for (var known : KnownProvider.values()) {
      byName.put(known.word(), RegisteredProvider.known(known, host));
    }
    new TreeMap<>(settings.providers())
        .forEach(
            (name, configured) ->
                byName.put(name, RegisteredProvider.configured(name, configured, host)));
  }

  public static ProviderRegistry of(Settings settings, CliEnvironment host) {
    return new ProviderRegistry(settings, host);
  }

  /// Local providers first.
  public List<RegisteredProvider> all() {
    return List.copyOf(byName.values());
  }

  /// @throws CliRefusal if there is no provider of this name
  public RegisteredProvider named(String name) {
    var provider = byName.get(name);
    if (provider == null) {
      throw CliRefusal.usage(
          "provider_unknown",
          "there is no provider '%s'".formatted(name),
          "Did you mean '%s'? 'drover models' lists them, and 'providers' in"
                  .formatted(NameSuggestion.to(name, byName.keySet()))
              + " ~/.config/drover/config.yaml adds one.");
    }
    return provider;
  }

  /// The catalogue, with the configured facts added.
  public ModelCatalogue catalogue() {
    var catalogue = ModelCatalogue.known();
    for (var model : settings.models().entrySet()) {
      var known = catalogue.find(model.getKey()).orElse(null);
      catalogue = catalogue.plus(model.getKey(), model.getValue().over(known));
    }
    return catalogue;
  }

  /// @param secret the key of its provider
  public Model model(Hosted choice, String secret, ModelCatalogue catalogue) {
    var provider = named(choice.provider());
    return provider.connect(secret, catalogue).model(choice.model());
  }

  /// If the catalogue lists a provider's models, an unlisted name is more likely wrong than new;
  /// and without its context window no one could tell when a conversation is too long. Servers with
  /// models of their own choice accept any name.
  ///
  /// @throws CliRefusal if the provider is known to have no such model
  public void requireKnown(Hosted choice, ModelCatalogue catalogue) {
    var provider = named(choice.provider());
    var listed =
        catalogue.models().keySet().stream()
            .filter(name -> name.startsWith(choice.provider() + "/"))
            .toList();
    boolean isListed = provider.isAtItsUsualAddress() && !listed.isEmpty();
    if (isListed && !provider.isLocal() && catalogue.find(choice.name()).isEmpty()) {
      throw CliRefusal.usage(
          "model_unknown",
          "%s: %s is not known to have a model '%s'"
              .formatted(choice.where(), provider.name(), choice.model()),
          "Did you mean '%s'? One that is newer than this program is made known under 'models' in"
                  .formatted(NameSuggestion.to(choice.name(), listed))
              + " drover.yaml, with its window and output.");
    }
  }
}
