package dev.drover.cli.provider;

import dev.drover.cli.config.KnownProvider;
import dev.drover.cli.config.ProviderKeySource;
import dev.drover.cli.config.ProviderSettings;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.model.http.ApiKeySource;
import dev.drover.model.http.HttpModels;
import dev.drover.model.http.HttpModelsBuilder;
import dev.drover.model.http.facts.ChatDialect;
import dev.drover.model.http.facts.ModelCatalogue;
import dev.drover.spi.model.ModelProvider;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A provider of models, as configured for this invocation. Holds no key; it is looked up when
/// needed.
public final class RegisteredProvider {
  private final String name;
  private final @Nullable KnownProvider like;
  private final @Nullable ProviderSettings settings;
  private final CliEnvironment host;

  private RegisteredProvider(
      String name,
      @Nullable KnownProvider like,
      @Nullable ProviderSettings settings,
      CliEnvironment host) {
    this.name = name;
    this.like = like;
    this.settings = settings;
    this.host = host;
  }

  static RegisteredProvider known(KnownProvider known, CliEnvironment host) {
    return new RegisteredProvider(known.word(), known, null, host);
  }

  static RegisteredProvider configured(
      String name, ProviderSettings settings, CliEnvironment host) {
    return new RegisteredProvider(name, settings.like(), settings, host);
  }

  /// Whether it is a local server, which must be running. Others are not contacted.
  public boolean isOnThisMachine() {
    var at = baseUrl().getHost();
    return at != null
        && (at.equalsIgnoreCase("localhost") || at.startsWith("127.") || at.equals("[::1]"));
  }

  /// Whether it can be called.
  public enum Readiness {
    KEY_SET,
    /// A program prints the key when it is needed.
    KEY_ON_DEMAND,
    /// It is called with a key if there is one, and without one otherwise.
    NO_KEY_NEEDED,
    KEY_MISSING
  }

  public String name() {
    return name;
  }

  public URI baseUrl() {
    var configured = settings == null ? null : settings.baseUrl();
    return URI.create(configured == null ? Objects.requireNonNull(like).baseUrl() : configured);
  }

  /// The address that lists its models, which reveals nothing when called.
  URI listOfModels() {
    return URI.create(baseUrl() + (like == KnownProvider.ANTHROPIC ? "/v1/models" : "/models"));
  }

  /// Whether a configuration file mentions it.
  public boolean isConfigured() {
    return settings != null;
  }

  /// A server that people run themselves.
  public boolean isLocal() {
    return like != null && like.isLocal();
  }

  /// Whether it is at the address whose models the catalogue lists.
  boolean isAtItsUsualAddress() {
    return settings == null || settings.baseUrl() == null;
  }

  public boolean isUsable() {
    return readiness() != Readiness.KEY_MISSING;
  }

  public Readiness readiness() {
    return switch (source()) {
      case ProviderKeySource.Command _ -> Readiness.KEY_ON_DEMAND;
      case ProviderKeySource.Variable(var variable) ->
          host.variable(variable).isBlank() ? Readiness.KEY_MISSING : Readiness.KEY_SET;
      case ProviderKeySource.Usual _ -> {
        if (usualVariables().isEmpty()) {
          yield Readiness.NO_KEY_NEEDED;
        }
        yield setVariable() == null ? Readiness.KEY_MISSING : Readiness.KEY_SET;
      }
    };
  }

  /// The source of its key; empty if none is needed. Never the key itself.
  public String keyPlace() {
    return switch (source()) {
      case ProviderKeySource.Command _ -> "keyCommand";
      case ProviderKeySource.Variable(var variable) -> variable;
      case ProviderKeySource.Usual _ -> {
        var set = setVariable();
        yield set == null ? String.join(" or ", usualVariables()) : set;
      }
    };
  }

  /// The key itself; empty if none is needed.
  ///
  /// @throws CliRefusal if there is none and one is needed
  public String key() {
    return switch (source()) {
      case ProviderKeySource.Command(var words) ->
          new SecretCommand("keyCommand of " + name, words).run(host);
      case ProviderKeySource.Variable(var variable) -> required(host.variable(variable));
      case ProviderKeySource.Usual _ -> {
        var set = setVariable();
        yield usualVariables().isEmpty() ? "" : required(set == null ? "" : host.variable(set));
      }
    };
  }

  private String required(String key) {
    if (key.isBlank()) {
      throw CliRefusal.usage(
          "key_missing",
          "%s needs a key, and %s is not set".formatted(name, keyPlace()),
          "Set it, or let a program print it (keyCommand in ~/.config/drover/config.yaml). Models"
              + " on this machine need none: --model ollama/NAME.");
    }
    return key.strip();
  }

  private ProviderKeySource source() {
    return settings == null ? new ProviderKeySource.Usual() : settings.key();
  }

  private List<String> usualVariables() {
    return like == null ? List.of() : like.variables();
  }

  private @Nullable String setVariable() {
    for (var variable : usualVariables()) {
      if (!host.variable(variable).isBlank()) {
        return variable;
      }
    }
    return null;
  }

  /// Creates the client.
  ModelProvider connect(String secret, ModelCatalogue catalogue) {
    return builder(ApiKeySource.kept(keyPlace(), secret))
        .name(name)
        .baseUrl(baseUrl().toString())
        .catalogue(catalogue)
        .build();
  }

  private HttpModelsBuilder builder(ApiKeySource key) {
    return switch (like) {
      case null -> HttpModels.chat(ChatDialect.compatible(name, baseUrl().toString()), key);
      case ANTHROPIC -> HttpModels.anthropic(key);
      case OPENAI -> HttpModels.openai(key);
      case GOOGLE -> HttpModels.google(key);
      case OLLAMA -> HttpModels.chat(ChatDialect.OLLAMA, key);
      case LMSTUDIO -> HttpModels.chat(ChatDialect.LM_STUDIO, key);
      case LLAMACPP -> HttpModels.chat(ChatDialect.LLAMA_CPP, key);
      case VLLM -> HttpModels.chat(ChatDialect.VLLM, key);
      case OPENROUTER -> HttpModels.chat(ChatDialect.OPENROUTER, key);
      case DEEPSEEK -> HttpModels.chat(ChatDialect.DEEPSEEK, key);
      case GROQ -> HttpModels.chat(ChatDialect.GROQ, key);
    };
  }
}
