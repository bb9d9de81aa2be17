package dev.drover.cli.config;

import dev.drover.budget.ModelPrices;
import dev.drover.store.postgres.PostgresStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The effective settings, merged from all sources.
///
/// @param prices of models
/// @param providers settings of providers, by name
/// @param models settings of models, by `provider/model`
/// @param servers of the Model Context Protocol
/// @param secrets texts that must never be written
public record Settings(
    Path workspace,
    StoreLocation store,
    AgentSettings agent,
    ApprovalMode approve,
    ModelPrices prices,
    Map<String, ProviderSettings> providers,
    Map<String, ModelSettings> models,
    ConfiguredServers servers,
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
        servers,
        all.stream().distinct().toList());
  }

  /// Returns the same settings with another model.
  public Settings with(ModelSelection model) {
    return new Settings(
        workspace, store, agent.with(model), approve, prices, providers, models, servers, secrets);
  }

  /// @param file the store, or, if it is on a server, where files of this workspace are kept that
  ///   belong to it
  /// @param server the address of a database, with its password; null if the store is a file
  /// @param origin whether the store was named, or is at its default place
  public record StoreLocation(Path file, @Nullable String server, Origin origin) {
    public StoreLocation(Path file, Origin origin) {
      this(file, null, origin);
    }

    /// For people: without a password.
    @Override
    public String toString() {
      return server == null ? file.toString() : PostgresStore.withoutPassword(server);
    }
  }

  public enum Origin {
    NAMED,
    /// By a file in the workspace.
    NAMED_BY_WORKSPACE,
    DEFAULT
  }
}
