package dev.drover.cli.config;

import dev.drover.cli.config.Settings.Origin;
import dev.drover.cli.config.Settings.StorePlace;
import dev.drover.cli.host.Host;
import dev.drover.cli.host.Refusal;
import dev.drover.files.ConfigurationFiles;
import dev.drover.kernel.Limits;
import dev.drover.runtime.budget.Prices;
import dev.drover.runtime.policy.Policy;
import dev.drover.spi.secret.Redactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads what was chosen, from the place that wins.
public final class SettingsReader {
  /// Where a workspace keeps what the program needs.
  public static final String FOLDER = ".drover";

  private static final String STORE_FILE = "drover.db";
  private static final String WORKSPACE_VARIABLE = "DROVER_WORKSPACE";
  private static final String DEFAULT_AGENT = "main";
  private static final String SCRIPT = "script";

  /// Looking changes nothing; everything else needs a person, or a rule.
  private static final Pattern SECRET_NAME =
      Pattern.compile("KEY$|TOKEN|SECRET|PASSW|CREDENTIAL", Pattern.CASE_INSENSITIVE);

  private static final Policy DEFAULT_POLICY = Policy.STANDARD;

  // Places in the list of layers.
  private static final int WORKSPACE_FILE = 2;
  private static final int OWN_FILE = 3;

  private final Host host;
  private final Path workspace;
  private final WorkspaceFiles files;
  private final FolderTrust trust;

  /// What was said, in the places that win first.
  private final List<Map<Key, Given>> layers;

  private SettingsReader(Host host, Path workspace, Map<Key, String> flags) {
    this.host = host;
    this.workspace = workspace;
    this.files = WorkspaceFiles.read(workspace);
    var typed = flags(host, flags);
    var variables = variables(host);
    var own =
        host.personalFolder()
            .map(folder -> SettingsFile.read(folder.resolve("config.yaml")))
            .orElse(Map.of());
    var stricter = StricterSettings.of(files.given(), List.of(typed, variables, own));
    this.trust = FolderTrust.of(files, stricter.loosening(), TrustRecords.of(host));
    this.layers = List.of(typed, variables, counted(stricter), own);
  }

  private Map<Key, Given> counted(StricterSettings stricter) {
    return switch (trust.status()) {
      case TRUSTED -> files.given();
      case NOT_NEEDED, UNTRUSTED -> stricter.counted();
    };
  }

  /// @param workspace as it was given on the command line; null if it was not
  public static Settings read(Host host, @Nullable String workspace, Map<Key, String> flags) {
    return configuration(host, workspace, flags).settings();
  }

  /// @param workspace as it was given on the command line; null if it was not
  public static Configuration configuration(
      Host host, @Nullable String workspace, Map<Key, String> flags) {
    var reader = new SettingsReader(host, workspace(host, workspace), flags);
    var usable =
        switch (reader.trust.status()) {
          case TRUSTED, NOT_NEEDED -> reader.files.files();
          case UNTRUSTED -> ConfigurationFiles.none(reader.workspace);
        };
    return new Configuration(reader.settings(), usable, reader.trust);
  }

  private static Path workspace(Host host, @Nullable String flag) {
    var variable = host.variable(WORKSPACE_VARIABLE);
    var where = flag == null ? WORKSPACE_VARIABLE : "--workspace";
    var chosen = flag == null ? variable : flag;
    if (chosen.isEmpty()) {
      return host.folder();
    }
    var folder = new Given(List.of(chosen), where, host.folder()).path();
    if (!Files.isDirectory(folder)) {
      throw Refusal.usage(
          "workspace_not_found",
          "%s: %s is not a folder".formatted(where, folder),
          "Create it, or choose another.");
    }
    return folder;
  }

  private Settings settings() {
    var ours = layers.get(OWN_FILE);
    var foreign = layers.get(WORKSPACE_FILE);
    var providers = ProvidersReader.read(foreign, ours);
    var models = ModelsReader.read(List.of(ours, foreign));
    return new Settings(
        workspace,
        store(),
        agent(),
        approve(),
        prices(models),
        providers,
        models,
        secrets(providers.values()));
  }

  private static Map<Key, Given> flags(Host host, Map<Key, String> flags) {
    var given = new EnumMap<Key, Given>(Key.class);
    flags.forEach(
        (key, value) -> given.put(key, new Given(List.of(value), key.flag(), host.folder())));
    return given;
  }

  private static Map<Key, Given> variables(Host host) {
    var given = new EnumMap<Key, Given>(Key.class);
    for (var key : Key.values()) {
      var value = key.isOnlyInFiles() ? "" : host.variable(key.variable());
      if (!value.isEmpty()) {
        given.put(key, new Given(List.of(value), key.variable(), host.folder()));
      }
    }
    return given;
  }

  private @Nullable Given find(Key key) {
    for (var layer : layers) {
      var given = layer.get(key);
      if (given != null) {
        return given;
      }
    }
    return null;
  }

  /// Values of variables whose names say that they are secret, or that a provider's key is there. A
  /// short one would be found in other words.
  private List<String> secrets(Collection<ProviderSettings> providers) {
    var named = new HashSet<String>();
    for (var provider : providers) {
      if (provider.key() instanceof KeySource.Variable(var name)) {
        named.add(name);
      }
    }
    return host.environment().entrySet().stream()
        .filter(variable -> named.contains(variable.getKey()) || looksSecret(variable))
        .map(variable -> variable.getValue().strip())
        .filter(value -> value.length() >= Redactor.SHORTEST_VALUE)
        .distinct()
        .toList();
  }

  /// A path leads to a secret, and is none.
  private static boolean looksSecret(Map.Entry<String, String> variable) {
    return SECRET_NAME.matcher(variable.getKey()).find() && !variable.getValue().startsWith("/");
  }

  private StorePlace store() {
    for (int place = 0; place < layers.size(); place++) {
      var given = layers.get(place).get(Key.STORE);
      if (given != null) {
        return new StorePlace(
            given.path(), place == WORKSPACE_FILE ? Origin.NAMED_BY_WORKSPACE : Origin.NAMED);
      }
    }
    return new StorePlace(workspace.resolve(FOLDER).resolve(STORE_FILE), Origin.DEFAULT);
  }

  private AgentSettings agent() {
    var name = find(Key.AGENT);
    var instructions = find(Key.INSTRUCTIONS);
    var turns = find(Key.MAX_TURNS);
    var budget = find(Key.BUDGET);
    return new AgentSettings(
        name == null ? DEFAULT_AGENT : name.text(),
        new ModelChoices(model(), fallbacks()),
        instructions == null ? null : instructions.text(),
        policy(),
        turns == null ? Limits.DEFAULT.turns() : (int) turns.number(Integer.MAX_VALUE),
        budget == null ? Limits.DEFAULT.tokens() : budget.number(Long.MAX_VALUE),
        HookSettings.read(layers.get(WORKSPACE_FILE), layers.get(OWN_FILE)),
        CompactionWords.read(find(Key.COMPACTION)));
  }

  /// A script is a model too: `--model script/FILE` and `--script FILE` say the same, and the one
  /// wins that was said in the stronger place.
  private ModelChoice model() {
    for (int place = 0; place < layers.size(); place++) {
      var script = layers.get(place).get(Key.SCRIPT);
      if (script != null) {
        return script(place, script.path());
      }
      var model = layers.get(place).get(Key.MODEL);
      if (model != null) {
        return model(place, model);
      }
    }
    return new ModelChoice.None();
  }

  private List<ModelChoice> fallbacks() {
    for (int place : List.of(WORKSPACE_FILE, OWN_FILE)) {
      var given = layers.get(place).get(Key.FALLBACK);
      if (given != null) {
        return given.values().stream()
            .map(name -> model(place, new Given(List.of(name), given.where(), given.folder())))
            .toList();
      }
    }
    return List.of();
  }

  /// A script that the workspace names is used as it was when the workspace was looked at.
  private ModelChoice script(int place, Path file) {
    return new ModelChoice.Script(file, place == WORKSPACE_FILE ? files.scripts().get(file) : null);
  }

  private ModelChoice model(int place, Given given) {
    int slash = given.text().indexOf('/');
    if (slash < 1 || slash == given.text().length() - 1) {
      throw Refusal.usage(
          "model_unknown",
          "%s: '%s' is not a model's name".formatted(given.where(), given.text()),
          "Write PROVIDER/NAME, such as ollama/qwen3:8b, or script/FILE; 'drover models' lists"
              + " them.");
    }
    var provider = given.text().substring(0, slash);
    var name = given.text().substring(slash + 1);
    return provider.equals(SCRIPT)
        ? script(place, new Given(List.of(name), given.where(), given.folder()).path())
        : new ModelChoice.Hosted(provider, name, given.where());
  }

  /// Rules of all places hold together: none takes another's away.
  private Policy policy() {
    var policy = DEFAULT_POLICY;
    for (var key : List.of(Key.ALLOW, Key.ASK, Key.DENY)) {
      for (var layer : layers) {
        var given = layer.get(key);
        policy = given == null ? policy : with(policy, key, given);
      }
    }
    return policy;
  }

  private static Policy with(Policy policy, Key key, Given given) {
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

  /// What is known about models, and then lines such as `provider/model 3.00 15.00 0.30 3.75`.
  private Prices prices(Map<String, ModelSettings> models) {
    var prices = Prices.NONE;
    for (var model : models.entrySet()) {
      var price = model.getValue().price();
      prices = price == null ? prices : prices.with(model.getKey(), price);
    }
    var given = find(Key.PRICES);
    if (given == null) {
      return prices;
    }
    for (var line : given.values()) {
      var words = Given.words(List.of(line));
      try {
        var price = PriceWords.read(words.subList(Math.min(1, words.size()), words.size()), line);
        prices = prices.with(words.getFirst(), price);
      } catch (IllegalArgumentException malformed) {
        throw given.wrong(
            String.valueOf(malformed.getMessage()),
            "Write provider/model and " + PriceWords.AMOUNTS);
      }
    }
    return prices;
  }

  private Approve approve() {
    var given = find(Key.APPROVE);
    if (given == null) {
      return Approve.ASK;
    }
    for (var choice : Approve.values()) {
      if (choice.word().equals(given.text())) {
        return choice;
      }
    }
    throw given.wrong(
        "'%s' is not one of ask, auto and deny".formatted(given.text()),
        "Did you mean '%s'?".formatted(Closest.to(given.text(), Approve.words())));
  }
}
