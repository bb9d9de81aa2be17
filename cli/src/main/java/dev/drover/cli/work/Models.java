package dev.drover.cli.work;

import dev.drover.cli.config.KnownProvider;
import dev.drover.cli.config.ModelChoice;
import dev.drover.cli.config.ModelChoice.Hosted;
import dev.drover.cli.config.Settings;
import dev.drover.cli.host.Host;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.provider.Providers;
import dev.drover.model.script.ScriptedModel;
import dev.drover.spi.PortException;
import dev.drover.spi.model.Model;
import dev.drover.spi.secret.Redactor;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Finds the model that was chosen.
public final class Models {
  private static final String EXAMPLE_HERE = "qwen3:8b";

  private Models() {}

  /// A model, and the settings with what is known because of it: its price, and its key, which must
  /// never be written down.
  ///
  /// @param fallbacks who goes on when it has failed for good
  public record Supplied(Model model, List<Model> fallbacks, Settings settings) {
    public Supplied {
      fallbacks = List.copyOf(fallbacks);
    }
  }

  /// @throws Refusal if none was chosen, or it cannot be had
  public static Supplied of(Settings settings, Host host) {
    try {
      var first = found(settings.agent().model(), settings, host);
      var known = first.settings();
      var fallbacks = new ArrayList<Model>();
      for (var choice : settings.agent().models().fallbacks()) {
        var next = found(choice, known, host);
        known = next.settings();
        fallbacks.add(next.model());
      }
      return new Supplied(first.model(), fallbacks, known);
    } catch (PortException refused) {
      var problem = refused.problem();
      throw Refusal.usage(problem.code(), problem.detail(), problem.remedy());
    }
  }

  private record Found(Model model, Settings settings) {}

  private static Found found(ModelChoice choice, Settings settings, Host host) {
    return switch (choice) {
      case ModelChoice.None _ -> throw none(settings, host);
      case ModelChoice.Script script -> new Found(script(script, host), settings);
      case Hosted hosted -> hosted(hosted, settings, host);
    };
  }

  private static Model script(ModelChoice.Script script, Host host) {
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

  private static Refusal unreadable(Path file, String why) {
    return Refusal.usage(
        "script_unreadable",
        "%s: %s".formatted(file, why),
        "Give the path of a YAML file in UTF-8.");
  }

  /// The key is looked up once, so that the redactor knows it before anything is written down.
  private static Found hosted(Hosted choice, Settings settings, Host host) {
    var providers = Providers.of(settings, host);
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
    var secrets = key.length() < Redactor.SHORTEST_VALUE ? List.<String>of() : List.of(key);
    return new Found(model, settings.supplied(prices, secrets));
  }

  private static Refusal none(Settings settings, Host host) {
    var run = host.program("drover") + " run --model ";
    var ready =
        Providers.of(settings, host).all().stream()
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
    return Refusal.usage(
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
