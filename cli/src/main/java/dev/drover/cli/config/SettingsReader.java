package dev.drover.cli.config;

import dev.drover.budget.ModelPrices;
import dev.drover.cli.config.Settings.Origin;
import dev.drover.cli.config.Settings.StoreLocation;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.files.ConfigurationFiles;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.policy.Policy;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.store.postgres.PostgresStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the effective settings, each from its strongest source.
public final class SettingsReader {
  /// The folder of a workspace for the program's files.
  public static final String FOLDER = ".drover";

  private static final String STORE_FILE = "drover.db";
  private static final String WORKSPACE_VARIABLE = "DROVER_WORKSPACE";
  private static final String DEFAULT_AGENT = "main";
  private static final String SCRIPT = "script";

  private static final Pattern SECRET_NAME =
      Pattern.compile("KEY$|TOKEN|SECRET|PASSW|CREDENTIAL", Pattern.CASE_INSENSITIVE);

  /// Reading is allowed; everything else needs a person or a rule.
  private static final Policy DEFAULT_POLICY = Policy.STANDARD;

  // Indexes in the list of layers.
  private static final int WORKSPACE_FILE = 2;
  private static final int OWN_FILE = 3;

  private final CliEnvironment host;
  private final Path workspace;
  private final WorkspaceConfiguration files;
  private final FolderTrust trust;

  /// The values of each source, strongest first.
  private final List<Map<ConfigurationKey, ConfiguredValue>> layers;

  private SettingsReader(CliEnvironment host, Path workspace, Map<ConfigurationKey, String> flags) {
    this.host = host;
    this.workspace = workspace;
    this.files = WorkspaceConfiguration.read(workspace);
    var typed = flags(host, flags);
    var variables = variables(host);
    var own =
        host.personalFolder()
            .map(folder -> SettingsFile.read(folder.resolve("config.yaml")))
            .orElse(Map.of());
    var stricter = RestrictiveSettings.of(files.given(), List.of(typed, variables, own));
    this.trust = FolderTrust.of(files, stricter.permissive(), TrustRecords.of(host));
    this.layers = List.of(typed, variables, counted(stricter), own);
  }

  private Map<ConfigurationKey, ConfiguredValue> counted(RestrictiveSettings stricter) {
    return switch (trust.status()) {
      case TRUSTED -> files.given();
      case NOT_NEEDED, UNTRUSTED -> stricter.restrictive();
    };
  }

  /// @param workspace as given on the command line; null if it was not
  public static Settings read(
      CliEnvironment host, @Nullable String workspace, Map<ConfigurationKey, String> flags) {
    return configuration(host, workspace, flags).settings();
  }

  /// @param workspace as given on the command line; null if it was not
  public static Configuration configuration(
      CliEnvironment host, @Nullable String workspace, Map<ConfigurationKey, String> flags) {
    var reader = new SettingsReader(host, workspace(host, workspace), flags);
    var usable =
        switch (reader.trust.status()) {
          case TRUSTED, NOT_NEEDED -> reader.files.files();
          case UNTRUSTED -> ConfigurationFiles.none(reader.workspace);
        };
    return new Configuration(reader.settings(), usable, reader.trust);
  }

  private static Path workspace(CliEnvironment host, @Nullable String flag) {
    var variable = host.variable(WORKSPACE_VARIABLE);
    var where = flag == null ? WORKSPACE_VARIABLE : "--workspace";
    var chosen = flag == null ? variable : flag;
    if (chosen.isEmpty()) {
      return host.folder();
    }
    var folder = new ConfiguredValue(List.of(chosen), where, host.folder()).path();
    if (!Files.isDirectory(folder)) {
      throw CliRefusal.usage(
          "workspace_not_found",
          "%s: %s is not a folder".formatted(where, folder),
          "Create it, or choose another.");
    }
    return folder;
  }

  private Settings settings() {
    var ours = layers.get(OWN_FILE);
    var foreign = layers.get(WORKSPACE_FILE);
    var providers = ProviderSettingsReader.read(foreign, ours);
    var models = ModelSettingsReader.read(List.of(ours, foreign));
    return new Settings(
        workspace,
        store(),
        agent(),
        approve(),
        prices(models),
        providers,
        models,
        ConfiguredServers.read(host, workspace, foreign, ours),
        secrets(providers.values()));
  }

  private static Map<ConfigurationKey, ConfiguredValue> flags(
      CliEnvironment host, Map<ConfigurationKey, String> flags) {
    var given = new EnumMap<ConfigurationKey, ConfiguredValue>(ConfigurationKey.class);
    flags.forEach(
        (key, value) ->
            given.put(key, new ConfiguredValue(List.of(value), key.flag(), host.folder())));
    return given;
  }

  private static Map<ConfigurationKey, ConfiguredValue> variables(CliEnvironment host) {
    var given = new EnumMap<ConfigurationKey, ConfiguredValue>(ConfigurationKey.class);
    for (var key : ConfigurationKey.values()) {
      var value = key.isOnlyInFiles() ? "" : host.variable(key.variable());
      if (!value.isEmpty()) {
        given.put(key, new ConfiguredValue(List.of(value), key.variable(), host.folder()));
      }
    }
    return given;
  }

  private @Nullable ConfiguredValue find(ConfigurationKey key) {
    for (var layer : layers) {
      var given = layer.get(key);
      if (given != null) {
        return given;
      }
    }
    return null;
  }

  /// Values of variables whose names indicate a secret or that hold a provider's key. Short values
  /// are left out, because they would match inside other words.
  private List<String> secrets(Collection<ProviderSettings> providers) {
    var named = new HashSet<String>();
    for (var provider : providers) {
      if (provider.key() instanceof ProviderKeySource.Variable(var name)) {
        named.add(name);
      }
    }
    return host.environment().entrySet().stream()
        .filter(variable -> named.contains(variable.getKey()) || looksSecret(variable))
        .map(variable -> variable.getValue().strip())
        .filter(value -> value.length() >= SecretRedactor.SHORTEST_VALUE)
        .distinct()
        .toList();
  }

  /// Whether a variable of this name tends to hold a secret.
  public static boolean isSecretName(String name) {
    return SECRET_NAME.matcher(name).find();
  }

  /// A path leads to a secret but is not one.
  private static boolean looksSecret(Map.Entry<String, String> variable) {
    return isSecretName(variable.getKey()) && !variable.getValue().startsWith("/");
  }

  private StoreLocation store() {
    for (int place = 0; place < layers.size(); place++) {
      var given = layers.get(place).get(ConfigurationKey.STORE);
      if (given != null) {
        var origin = place == WORKSPACE_FILE ? Origin.NAMED_BY_WORKSPACE : Origin.NAMED;
        return PostgresStore.isAddress(given.text())
            ? new StoreLocation(localFile(), withPassword(given.text()), origin)
            : new StoreLocation(given.path(), origin);
      }
    }
    return new StoreLocation(localFile(), Origin.DEFAULT);
  }

  private Path localFile() {
    return workspace.resolve(FOLDER).resolve(STORE_FILE);
  }

  /// The variable that all programs for PostgreSQL read.
  private String withPassword(String address) {
    var password = host.environment().get("PGPASSWORD");
    return password == null ? address : PostgresStore.withPassword(address, password);
  }

  private AgentSettings agent() {
    var name = find(ConfigurationKey.AGENT);
    var instructions = find(ConfigurationKey.INSTRUCTIONS);
    var turns = find(ConfigurationKey.MAX_TURNS);
    var budget = find(ConfigurationKey.BUDGET);
    return new AgentSettings(
        name == null ? DEFAULT_AGENT : name.text(),
        new ModelFallbackChain(model(), fallbacks()),
        instructions == null ? null : instructions.text(),
        policy(),
        turns == null ? RunLimits.DEFAULT.turns() : (int) turns.number(Integer.MAX_VALUE),
        budget == null ? RunLimits.DEFAULT.tokens() : budget.number(Long.MAX_VALUE),
        HookSettingsReader.read(layers.get(WORKSPACE_FILE), layers.get(OWN_FILE)),
        CompactionSettingsReader.read(find(ConfigurationKey.COMPACTION)));
  }

  /// A script is a model too: `--model script/FILE` and `--script FILE` mean the same, and the
  /// stronger source wins.
  private ModelSelection model() {
    for (int place = 0; place < layers.size(); place++) {
      var script = layers.get(place).get(ConfigurationKey.SCRIPT);
      if (script != null) {
        return script(place, script.path());
      }
      var model = layers.get(place).get(ConfigurationKey.MODEL);
      if (model != null) {
        return model(place, model);
      }
    }
    return new ModelSelection.None();
  }

  private List<ModelSelection> fallbacks() {
    for (int place : List.of(WORKSPACE_FILE, OWN_FILE)) {
      var given = layers.get(place).get(ConfigurationKey.FALLBACK);
      if (given != null) {
        return given.values().stream()
            .map(
                name ->
                    model(place, new ConfiguredValue(List.of(name), given.where(), given.folder())))
            .toList();
      }
    }
    return List.of();
  }

  /// A script that the workspace names is used as it was when the workspace was read.
  private ModelSelection script(int place, Path file) {
    return new ModelSelection.Script(
        file, place == WORKSPACE_FILE ? files.scripts().get(file) : null);
  }

  private ModelSelection model(int place, ConfiguredValue given) {
    int slash = given.text().indexOf('/');
    if (slash < 1 || slash == given.text().length() - 1) {
      throw CliRefusal.usage(
          "model_unknown",
          "%s: '%s' is not a model's name".formatted(given.where(), given.text()),
          "Write PROVIDER/NAME, such as ollama/qwen3:8b, or script/FILE; 'drover models' lists"
              + " them.");
    }
    var provider = given.text().substring(0, slash);
    var name = given.text().substring(slash + 1);
    return provider.equals(SCRIPT)
        ? script(place, new ConfiguredValue(List.of(name), given.where(), given.folder()).path())
        : new ModelSelection.Hosted(provider, name, given.where());
  }

  /// Rules of all sources apply together: none cancels another.
  private Policy policy() {
    var policy = DEFAULT_POLICY;
    for (var key : List.of(ConfigurationKey.ALLOW, ConfigurationKey.ASK, ConfigurationKey.DENY)) {
      for (var layer : layers) {
        var given = layer.get(key);
        policy = given == null ? policy : with(policy, key, given);
      }
    }
    return policy;
  }

  private static Policy with(Policy policy, ConfigurationKey key, ConfiguredValue given) {
    var rules = given.values().toArray(String[]::new);
    try {
      return switch (key) {
        case ALLOW -> policy.allowing(rules);
        case ASK -> policy.asking(rules);
        case DENY -> policy.denying(rules);
        default -> throw new IllegalArgumentException("not a list of rules: " + key);
      };
    } catch (IllegalArgumentException malformed) {
      throw given.wrong(String.valueOf(malformed.getMessage()), "Correct the rule.");
    }
  }

  /// Prices of the configured models, then lines such as `provider/model 3.00 15.00 0.30 3.75`.
  private ModelPrices prices(Map<String, ModelSettings> models) {
    var prices = ModelPrices.NONE;
    for (var model : models.entrySet()) {
      var price = model.getValue().price();
      prices = price == null ? prices : prices.with(model.getKey(), price);
    }
    var given = find(ConfigurationKey.PRICES);
    if (given == null) {
      return prices;
    }
    for (var line : given.values()) {
      var words = ConfiguredValue.words(List.of(line));
      try {
        var price =
            PriceSettingReader.read(words.subList(Math.min(1, words.size()), words.size()), line);
        prices = prices.with(words.getFirst(), price);
      } catch (IllegalArgumentException malformed) {
        throw given.wrong(
            String.valueOf(malformed.getMessage()),
            "Write provider/model and " + PriceSettingReader.AMOUNTS);
      }
    }
    return prices;
  }

  private ApprovalMode approve() {
    var given = find(ConfigurationKey.APPROVE);
    if (given == null) {
      return ApprovalMode.ASK;
    }
    for (var choice : ApprovalMode.values()) {
      if (choice.word().equals(given.text())) {
        return choice;
      }
    }
    throw given.wrong(
        "'%s' is not one of ask, auto and deny".formatted(given.text()),
        "Did you mean '%s'?".formatted(NameSuggestion.to(given.text(), ApprovalMode.words())));
  }
}
