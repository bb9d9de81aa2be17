package dev.drover.cli.provider;

import dev.drover.cli.config.KeySource;
import dev.drover.cli.config.KnownProvider;
import dev.drover.cli.config.ProviderSettings;
import dev.drover.cli.host.Host;
import dev.drover.cli.host.Refusal;
import dev.drover.model.http.HttpModels;
import dev.drover.model.http.HttpModelsBuilder;
import dev.drover.model.http.Key;
import dev.drover.model.http.facts.Catalogue;
import dev.drover.model.http.facts.Dialect;
import dev.drover.spi.model.ModelProvider;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Somebody who has models, as seen from this call of the program. Holds no key; it is looked up
/// when it is needed.
public final class Provider {
  private final String name;
  private final @Nullable KnownProvider like;
  private final @Nullable ProviderSettings settings;
  private final Host host;

  private Provider(
      String name, @Nullable KnownProvider like, @Nullable ProviderSettings settings, Host host) {
    this.name = name;
    this.like = like;
    this.settings = settings;
    this.host = host;
  }

  static Provider known(KnownProvider known, Host host) {
    return new Provider(known.word(), known, null, host);
  }

  static Provider configured(String name, ProviderSettings settings, Host host) {
    return new Provider(name, settings.like(), settings, host);
  }

  /// What a server on this machine needs besides: that it runs. Others are not asked.
  public boolean isOnThisMachine() {
    var at = baseUrl().getHost();
    return at != null
        && (at.equalsIgnoreCase("localhost") || at.startsWith("127.") || at.equals("[::1]"));
  }

  /// Whether it can be asked.
  public enum Readiness {
    KEY_SET,
    /// A program will print it.
    KEY_ON_DEMAND,
    /// It is asked with a key if there is one, and without if not.
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

  /// What can be asked without saying anything: which models there are.
  URI listOfModels() {
    return URI.create(baseUrl() + (like == KnownProvider.ANTHROPIC ? "/v1/models" : "/models"));
  }

  /// Somebody wrote something about it into a file.
  public boolean isConfigured() {
    return settings != null;
  }

  /// A server that people run themselves.
  public boolean isLocal() {
    return like != null && like.isLocal();
  }

  /// It is where the models are that the catalogue lists: nobody has put another server there.
  boolean isAtItsUsualAddress() {
    return settings == null || settings.baseUrl() == null;
  }

  public boolean isUsable() {
    return readiness() != Readiness.KEY_MISSING;
  }

  public Readiness readiness() {
    return switch (source()) {
      case KeySource.Command _ -> Readiness.KEY_ON_DEMAND;
      case KeySource.Variable(var variable) ->
          host.variable(variable).isBlank() ? Readiness.KEY_MISSING : Readiness.KEY_SET;
      case KeySource.Usual _ -> {
        if (usualVariables().isEmpty()) {
          yield Readiness.NO_KEY_NEEDED;
        }
        yield setVariable() == null ? Readiness.KEY_MISSING : Readiness.KEY_SET;
      }
    };
  }

  /// Where its key is, or would be; empty if none is needed. Never the key.
  public String keyPlace() {
    return switch (source()) {
      case KeySource.Command _ -> "keyCommand";
      case KeySource.Variable(var variable) -> variable;
      case KeySource.Usual _ -> {
        var set = setVariable();
        yield set == null ? String.join(" or ", usualVariables()) : set;
      }
    };
  }

  /// The key itself; empty if none is needed.
  ///
  /// @throws Refusal if there is none and one is needed
  public String key() {
    return switch (source()) {
      case KeySource.Command(var words) -> new KeyCommand(name, words).run(host);
      case KeySource.Variable(var variable) -> required(host.variable(variable));
      case KeySource.Usual _ -> {
        var set = setVariable();
        yield usualVariables().isEmpty() ? "" : required(set == null ? "" : host.variable(set));
      }
    };
  }

  private String required(String key) {
    if (key.isBlank()) {
      throw Refusal.usage(
          "key_missing",
          "%s needs a key, and %s is not set".formatted(name, keyPlace()),
          "Set it, or let a program print it (keyCommand in ~/.config/drover/config.yaml). Models"
              + " on this machine need none: --model ollama/NAME.");
    }
    return key.strip();
  }

  private KeySource source() {
    return settings == null ? new KeySource.Usual() : settings.key();
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

  /// From here on it can be asked.
  ModelProvider connect(String secret, Catalogue catalogue) {
    return builder(Key.kept(keyPlace(), secret))
        .name(name)
        .baseUrl(baseUrl().toString())
        .catalogue(catalogue)
        .build();
  }

  private HttpModelsBuilder builder(Key key) {
    return switch (like) {
      case null -> HttpModels.chat(Dialect.compatible(name, baseUrl().toString()), key);
      case ANTHROPIC -> HttpModels.anthropic(key);
      case OPENAI -> HttpModels.openai(key);
      case GOOGLE -> HttpModels.google(key);
      case OLLAMA -> HttpModels.chat(Dialect.OLLAMA, key);
      case LMSTUDIO -> HttpModels.chat(Dialect.LM_STUDIO, key);
      case LLAMACPP -> HttpModels.chat(Dialect.LLAMA_CPP, key);
      case VLLM -> HttpModels.chat(Dialect.VLLM, key);
      case OPENROUTER -> HttpModels.chat(Dialect.OPENROUTER, key);
      case DEEPSEEK -> HttpModels.chat(Dialect.DEEPSEEK, key);
      case GROQ -> HttpModels.chat(Dialect.GROQ, key);
    };
  }
}
