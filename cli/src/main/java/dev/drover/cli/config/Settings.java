package dev.drover.cli.config;

import dev.drover.budget.ModelPrices;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The effective settings, merged from all sources.
///
/// @param prices of models
/// @param providers settings of providers, by name
/// @param models settings of models, by `provider/model`
/// @param secrets texts that must never be written
public record Settings(
    Path workspace,
    StoreLocation store,
    AgentSettings agent,
    ApprovalMode approve,
    ModelPrices prices,
    Map<String, ProviderSettings> providers,
    Map<String, ModelSettings> models,
    List<String> secrets) {
  public Settings {
    providers = Map.copyOf(providers);
    models = Map.copyOf(models);
    secrets = List.copyOf(secrets);
  }

  /// Returns settings with the price and the key of a model added.
  public Settings supplied(ModelPrices known, List<String> keys) {
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

  /// Returns the same settings with another model.
  public Settings with(ModelSelection model) {
    return new Settings(
        workspace, store, agent.with(model), approve, prices, providers, models, secrets);
  }

  /// @param origin whether the store was named, or is at its default place
  public record StoreLocation(Path file, Origin origin) {}

  public enum Origin {
    NAMED,
    /// By a file in the workspace.
    NAMED_BY_WORKSPACE,
    DEFAULT
  }
}
