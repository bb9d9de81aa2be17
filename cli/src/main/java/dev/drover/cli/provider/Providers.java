package dev.drover.cli.provider;

import dev.drover.cli.config.Closest;
import dev.drover.cli.config.KnownProvider;
import dev.drover.cli.config.ModelChoice.Hosted;
import dev.drover.cli.config.Settings;
import dev.drover.cli.host.Host;
import dev.drover.cli.host.Refusal;
import dev.drover.model.http.facts.Catalogue;
import dev.drover.spi.model.Model;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Everybody who has models, and what is known about those.
///
/// Reading the catalogue and making a client take longer than all the rest of a start, so both wait
/// until somebody asks for a model.
public final class Providers {
  private final Map<String, Provider> byName = new LinkedHashMap<>();
  private final Settings settings;

  private Providers(Settings settings, Host host) {
    this.settings = settings;
    for (var known : KnownProvider.values()) {
      byName.put(known.word(), Provider.known(known, host));
    }
    new TreeMap<>(settings.providers())
        .forEach(
            (name, configured) -> byName.put(name, Provider.configured(name, configured, host)));
  }

  public static Providers of(Settings settings, Host host) {
    return new Providers(settings, host);
  }

  /// Those on this machine first.
  public List<Provider> all() {
    return List.copyOf(byName.values());
  }

  /// @throws Refusal if nobody has this name
  public Provider named(String name) {
    var provider = byName.get(name);
    if (provider == null) {
      throw Refusal.usage(
          "provider_unknown",
          "there is no provider '%s'".formatted(name),
          "Did you mean '%s'? 'drover models' lists them, and 'providers' in"
                  .formatted(Closest.to(name, byName.keySet()))
              + " ~/.config/drover/config.yaml adds one.");
    }
    return provider;
  }

  /// What is known about models, with what was configured about them.
  public Catalogue catalogue() {
    var catalogue = Catalogue.known();
    for (var model : settings.models().entrySet()) {
      var known = catalogue.find(model.getKey()).orElse(null);
      catalogue = catalogue.plus(model.getKey(), model.getValue().over(known));
    }
    return catalogue;
  }

  /// @param secret the key of its provider
  public Model model(Hosted choice, String secret, Catalogue catalogue) {
    var provider = named(choice.provider());
    return provider.connect(secret, catalogue).model(choice.model());
  }

  /// Where the catalogue lists a provider's models, a name that is not there is more likely wrong
  /// than new; without its window nobody knows either when a conversation is too long. Servers that
  /// have what somebody put there are asked for anything.
  ///
  /// @throws Refusal if the provider is known to have no such model
  public void requireKnown(Hosted choice, Catalogue catalogue) {
    var provider = named(choice.provider());
    var listed =
        catalogue.models().keySet().stream()
            .filter(name -> name.startsWith(choice.provider() + "/"))
            .toList();
    boolean isListed = provider.isAtItsUsualAddress() && !listed.isEmpty();
    if (isListed && !provider.isLocal() && catalogue.find(choice.name()).isEmpty()) {
      throw Refusal.usage(
          "model_unknown",
          "%s: %s is not known to have a model '%s'"
              .formatted(choice.where(), provider.name(), choice.model()),
          "Did you mean '%s'? One that is newer than this program is made known under 'models' in"
                  .formatted(Closest.to(choice.name(), listed))
              + " drover.yaml, with its window and output.");
    }
  }
}
