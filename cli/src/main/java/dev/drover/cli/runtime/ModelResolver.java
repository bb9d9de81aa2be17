package dev.drover.cli.runtime;

import dev.drover.cli.config.KnownProvider;
import dev.drover.cli.config.ModelSelection;
import dev.drover.cli.config.ModelSelection.Hosted;
import dev.drover.cli.config.Settings;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.mcp.ResolvedServers;
import dev.drover.cli.provider.ProviderRegistry;
import dev.drover.model.script.ScriptedModel;
import dev.drover.spi.PortException;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.model.Model;
import dev.drover.spi.secret.SecretRedactor;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Finds the chosen model, and the servers that the agent uses with it.
public final class ModelResolver {
  private static final String EXAMPLE_HERE = "qwen3:8b";

  private ModelResolver() {}

  /// A model, and the settings extended with its price, and with its key and the secrets of the
  /// servers, which must never be written.
  ///
  /// @param fallbacks used when it has failed permanently
  /// @param servers of the Model Context Protocol
  public record ResolvedModel(
      Model model, List<Model> fallbacks, Settings settings, ResolvedServers servers) {
    public ResolvedModel {
      fallbacks = List.copyOf(fallbacks);
    }

    /// With more servers, which another program has configured.
    public ResolvedModel withServers(List<McpServer> more) {
      var all = servers.with(more);
      return new ResolvedModel(
          model, fallbacks, settings.supplied(settings.prices(), all.secrets()), all);
    }
  }

  /// @throws CliRefusal if none was chosen, or it is unavailable
  public static ResolvedModel of(Settings settings, CliEnvironment host) {
    try {
      var first = found(settings.agent().model(), settings, host);
      var known = first.settings();
      var fallbacks = new ArrayList<Model>();
      for (var choice : settings.agent().models().fallbacks()) {
        var next = found(choice, known, host);
        known = next.settings();
        fallbacks.add(next.model());
      }
      var servers = ResolvedServers.of(settings.servers(), host);
      return new ResolvedModel(
          first.model(), fallbacks, known.supplied(known.prices(), servers.secrets()), servers);
    } catch (PortException refused) {
      var problem = refused.problem();
      throw CliRefusal.usage(problem.code(), problem.detail(), problem.remedy());
    }
  }

  private record ModelWithSettings(Model model, Settings settings) {}

  private static ModelWithSettings found(
      ModelSelection choice, Settings settings, CliEnvironment host) {
    return switch (choice) {
      case ModelSelection.None _ -> throw none(settings, host);
      case ModelSelection.Script script -> new ModelWithSettings(script(script, host), settings);
      case Hosted hosted -> hosted(hosted, settings, host);
    };
  }

  private static Model script(ModelSelection.Script script, CliEnvironment host) {
    var read = script.read();
    if (read == null) {
      return ScriptedModel.load(script.file(), host.time());
    }
    if (!read.problem().isEmpty()) {
      throw unreadable(script.file(), read.problem());
    }
    try {
      return ScriptedModel.of(script.file(), read.decode(), host.time());
    } catch (CharacterCodingException foreign) {
      throw unreadable(script.file(), "it is not a text in UTF-8");
    }
  }

  private static CliRefusal unreadable(Path file, String why) {
    return CliRefusal.usage(
        "script_unreadable",
        "%s: %s".formatted(file, why),
        "Give the path of a YAML file in UTF-8.");
  }

  /// The key is looked up once, so that the redactor knows it before anything is written.
  private static ModelWithSettings hosted(Hosted choice, Settings settings, CliEnvironment host) {
    var providers = ProviderRegistry.of(settings, host);
    var provider = providers.named(choice.provider());
    var catalogue = providers.catalogue();
    providers.requireKnown(choice, catalogue);
    var key = provider.key();
    var model = providers.model(choice, key, catalogue);
    var prices = settings.prices();
    var known = catalogue.find(choice.name()).map(facts -> facts.price()).orElse(null);
    if (known != null && prices.of(choice.name()).isEmpty()) {
      prices = prices.with(choice.name(), known);
    }
    var secrets = key.length() < SecretRedactor.SHORTEST_VALUE ? List.<String>of() : List.of(key);
    return new ModelWithSettings(model, settings.supplied(prices, secrets));
  }

  private static CliRefusal none(Settings settings, CliEnvironment host) {
    var run = host.program("drover") + " run --model ";
    var ready =
        ProviderRegistry.of(settings, host).all().stream()
            .filter(provider -> !provider.keyPlace().isEmpty() && provider.isUsable())
            .findFirst();
    var hosted =
        ready
            .map(
                provider ->
                    "Hosted (%s is there): %s%s/MODEL \"PROMPT\""
                        .formatted(provider.keyPlace(), run, provider.name()))
            .orElse(
                "Hosted: export %s=YOUR_KEY && %santhropic/claude-sonnet-5 \"PROMPT\""
                    .formatted(KnownProvider.ANTHROPIC.variables().getFirst(), run));
    return CliRefusal.usage(
        "no_model",
        "no model was chosen",
        """
        On this machine, no key: install https://ollama.com, then: ollama pull %s && %sollama/%s "PROMPT"
        %s
        All others: %s models lists them, and which can be used now; %s demo needs none.\
        """
            .formatted(
                EXAMPLE_HERE,
                run,
                EXAMPLE_HERE,
                hosted,
                host.program("drover"),
                host.program("drover")));
  }
}
