package dev.drover.cli.config;

import dev.drover.runtime.budget.Prices;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Everything that was chosen, from wherever.
///
/// @param prices what models cost
/// @param providers what was configured about providers, by name
/// @param models what was configured about models, by `provider/model`
/// @param secrets what must never be written down
public record Settings(
    Path workspace,
    StorePlace store,
    AgentSettings agent,
    Approve approve,
    Prices prices,
    Map<String, ProviderSettings> providers,
    Map<String, ModelSettings> models,
    List<String> secrets) {
  public Settings {
    providers = Map.copyOf(providers);
    models = Map.copyOf(models);
    secrets = List.copyOf(secrets);
  }

  /// With what was found out about a model: what it costs, and the key it is asked with.
  public Settings supplied(Prices known, List<String> keys) {
    var all = new ArrayList<>(secrets);
    all.addAll(keys);
    return new Settings(
        workspace,
        store,
        agent,
        approve,
        known,
        providers,
        models,
        all.stream().distinct().toList());
  }

  /// The same with another model.
  public Settings with(ModelChoice model) {
    return new Settings(
        workspace, store, agent.with(model), approve, prices, providers, models, secrets);
  }

  /// @param origin whether somebody named it, or it is where stores are when nobody does
  public record StorePlace(Path file, Origin origin) {}

  public enum Origin {
    NAMED,
    /// By a file in the workspace.
    NAMED_BY_WORKSPACE,
    DEFAULT
  }
}
