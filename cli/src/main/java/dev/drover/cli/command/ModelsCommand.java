package dev.drover.cli.command;

import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.output.OutputTable;
import dev.drover.cli.provider.ProviderReachability;
import dev.drover.cli.provider.ProviderReachability.ProbeResult;
import dev.drover.cli.provider.ProviderRegistry;
import dev.drover.cli.provider.RegisteredProvider;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.model.http.facts.ModelFacts;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Lists the known models and the providers that can be used now. Only servers on this machine are
/// contacted, to see whether they are running.
public final class ModelsCommand implements CliCommand {
  public ModelsCommand() {}

  @Override
  public String name() {
    return "models";
  }

  @Override
  public String summary() {
    return "lists the models that are known, and which providers can be used now";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.Words.oneOrNone("PROVIDER"));
  }

  @Override
  public ExitCode run(CliInvocation call) {
    var providers = ProviderRegistry.of(call.loadSettings(), call.environment());
    var words = call.arguments().words();
    var shown = words.isEmpty() ? providers.all() : List.of(providers.named(words.getFirst()));
    var prices = call.loadSettings().prices();
    var models = new TreeMap<String, ModelFacts>();
    for (var model : providers.catalogue().models().entrySet()) {
      if (shown.stream().anyMatch(provider -> isOf(provider, model.getKey()))) {
        var price = prices.of(model.getKey()).orElse(model.getValue().price());
        models.put(model.getKey(), priced(model.getValue(), price));
      }
    }
    var away = notRunning(shown);
    switch (call.outputFormat()) {
      case JSON -> printJson(call, shown, models, away);
      case READABLE, QUIET -> print(call, shown, models, away);
    }
    return ExitCode.COMPLETED;
  }

  /// Servers that are not running, by name, with the result of the check.
  private static Map<String, String> notRunning(List<RegisteredProvider> providers) {
    var asked = providers.stream().filter(RegisteredProvider::isOnThisMachine).toList();
    return ProviderReachability.of(asked).stream()
        .filter(reach -> reach.result() == ProbeResult.NOBODY)
        .collect(Collectors.toMap(reach -> reach.provider().name(), ProviderReachability::detail));
  }

  private static boolean isUsable(RegisteredProvider provider, Map<String, String> away) {
    return provider.isUsable() && !away.containsKey(provider.name());
  }

  private static boolean isOf(RegisteredProvider provider, String model) {
    return model.startsWith(provider.name() + "/");
  }

  private static ModelFacts priced(ModelFacts facts, @Nullable TokenPrice price) {
    return new ModelFacts(facts.window(), facts.maxOutput(), price, facts.abilities());
  }

  private static void print(
      CliInvocation call,
      List<RegisteredProvider> providers,
      Map<String, ModelFacts> models,
      Map<String, String> away) {
    var table = new OutputTable("model", "window", "output", "price_in", "price_out", "can");
    models.forEach(
        (name, facts) ->
            table.row(
                name,
                (long) facts.window(),
                (long) facts.maxOutput(),
                amount(facts.price() == null ? null : facts.price().input()),
                amount(facts.price() == null ? null : facts.price().output()),
                String.join(" ", abilities(facts))));
    if (!table.isEmpty()) {
      table.print(call.out(), call.style());
      call.out().line("");
    }
    var style = call.style();
    for (var provider : providers) {
      var sign = isUsable(provider, away) ? style.green(style.signs().good()) : style.yellow("!");
      call.out()
          .line(
              sign,
              " %-12s %s  %s"
                  .formatted(provider.name(), provider.baseUrl(), state(provider, away)));
    }
  }

  private static String state(RegisteredProvider provider, Map<String, String> away) {
    var missing = away.get(provider.name());
    return missing == null || !provider.isUsable()
        ? key(provider)
        : "cannot be used: %s".formatted(missing);
  }

  private static String key(RegisteredProvider provider) {
    return switch (provider.readiness()) {
      case KEY_SET -> provider.keyPlace() + " is set";
      case KEY_ON_DEMAND -> "keyCommand gives the key";
      case NO_KEY_NEEDED -> "needs no key; takes the models that its server has";
      case KEY_MISSING -> "cannot be used: %s is not set".formatted(provider.keyPlace());
    };
  }

  private static void printJson(
      CliInvocation call,
      List<RegisteredProvider> providers,
      Map<String, ModelFacts> models,
      Map<String, String> away) {
    models.forEach(
        (name, facts) ->
            call.out()
                .json(
                    new JsonLine()
                        .with("type", "model")
                        .with("model", name)
                        .with("window", facts.window())
                        .with("output", facts.maxOutput())
                        .with("price", price(facts.price()))
                        .with("can", abilities(facts))
                        .with("usable", isUsable(providers, name, away))));
    for (var provider : providers) {
      call.out()
          .json(
              new JsonLine()
                  .with("type", "provider")
                  .with("provider", provider.name())
                  .with("base_url", provider.baseUrl())
                  .with("key", provider.readiness().name().toLowerCase(Locale.ROOT))
                  .with("key_from", provider.keyPlace())
                  .with("usable", isUsable(provider, away)));
    }
  }

  private static boolean isUsable(
      List<RegisteredProvider> providers, String model, Map<String, String> away) {
    return providers.stream()
        .filter(provider -> isOf(provider, model))
        .anyMatch(provider -> isUsable(provider, away));
  }

  private static List<String> abilities(ModelFacts facts) {
    return facts.abilities().stream()
        .sorted()
        .map(each -> each.name().toLowerCase(Locale.ROOT))
        .toList();
  }

  private static @Nullable JsonLine price(@Nullable TokenPrice price) {
    return price == null
        ? null
        : new JsonLine()
            .with("input", amount(price.input()))
            .with("output", amount(price.output()))
            .with("cache_read", amount(price.cacheRead()))
            .with("cache_write", amount(price.cacheWrite()));
  }

  private static @Nullable String amount(@Nullable Long millionths) {
    return millionths == null ? null : BudgetMeasure.MONEY.format(millionths);
  }
}
