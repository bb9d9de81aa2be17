package dev.drover.cli.command;

import dev.drover.cli.command.Finding.Health;
import dev.drover.cli.config.ModelChoice;
import dev.drover.cli.config.ModelChoice.Hosted;
import dev.drover.cli.config.ModelChoices;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.provider.Provider;
import dev.drover.cli.provider.Provider.Readiness;
import dev.drover.cli.provider.Providers;
import dev.drover.cli.provider.Reach;
import dev.drover.cli.provider.Reach.Found;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What the doctor says about models: the chosen one and its fallbacks, keys, and who answers. A
/// provider that is away is a note and no failure: everything else works without it.
final class ModelCheckup {
  private static final String MODELS = "models";
  private static final String FALLBACK = "fallback";

  private final Providers providers;
  private final ModelChoices choices;

  private ModelCheckup(Providers providers, ModelChoices choices) {
    this.providers = providers;
    this.choices = choices;
  }

  static List<Finding> of(Call call) {
    var settings = call.settings();
    return new ModelCheckup(Providers.of(settings, call.host()), settings.agent().models())
        .findings();
  }

  private List<Finding> findings() {
    var findings = new ArrayList<Finding>();
    findings.add(model(MODELS, choices.first()));
    choices.fallbacks().stream().map(choice -> model(FALLBACK, choice)).forEach(findings::add);
    findings.add(keys());
    var servers = providers.all().stream().filter(ModelCheckup::isUsualServer).toList();
    var asked = new ArrayList<>(servers);
    providers.all().stream().filter(this::isOfInterest).forEach(asked::add);
    var reached = Reach.of(asked);
    findings.add(local(reached.subList(0, servers.size())));
    reached.stream().skip(servers.size()).map(ModelCheckup::remote).forEach(findings::add);
    return findings;
  }

  private static boolean isUsualServer(Provider provider) {
    return provider.isLocal() && !provider.isConfigured();
  }

  /// Nobody is asked whom the person has nothing to do with.
  private boolean isOfInterest(Provider provider) {
    return !isUsualServer(provider)
        && (isChosen(provider)
            || provider.isConfigured()
            || provider.readiness() == Readiness.KEY_SET);
  }

  private boolean isChosen(Provider provider) {
    return Stream.concat(Stream.of(choices.first()), choices.fallbacks().stream())
        .anyMatch(
            choice -> choice instanceof Hosted hosted && hosted.provider().equals(provider.name()));
  }

  private Finding model(String check, ModelChoice choice) {
    return switch (choice) {
      case ModelChoice.None _ ->
          new Finding(check, Health.NOTE, "none chosen; 'drover models' lists them");
      case ModelChoice.Script(var file, _) -> script(check, file);
      case Hosted hosted -> hosted(check, hosted);
    };
  }

  private static Finding script(String check, Path file) {
    return Files.isReadable(file)
        ? new Finding(check, Health.OK, "script " + file)
        : new Finding(check, Health.BAD, "script %s, which cannot be read".formatted(file));
  }

  /// A run begins only when all that were chosen can be asked, so a missing key is told of each.
  private Finding hosted(String check, Hosted hosted) {
    try {
      providers.requireKnown(hosted, providers.catalogue());
      var provider = providers.named(hosted.provider());
      return provider.isUsable()
          ? new Finding(check, Health.OK, hosted.name())
          : new Finding(
              check,
              Health.NOTE,
              "%s: a run needs its key, and %s is not set"
                  .formatted(hosted.name(), provider.keyPlace()));
    } catch (Refusal unknown) {
      return new Finding(check, Health.NOTE, unknown.problem().toString());
    }
  }

  /// Names only: a key is never shown.
  private Finding keys() {
    var there = places(true);
    var absent = places(false);
    return new Finding(
        "keys",
        Health.OK,
        (there.isEmpty() ? "none" : there + " (there, not shown)")
            + (absent.isEmpty() ? "" : "; not there: " + absent));
  }

  private String places(boolean there) {
    return providers.all().stream()
        .filter(provider -> !provider.keyPlace().isEmpty() && provider.isUsable() == there)
        .map(
            provider ->
                provider.readiness() == Readiness.KEY_ON_DEMAND
                    ? "keyCommand of " + provider.name()
                    : provider.keyPlace())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static Finding local(List<Reach> reached) {
    var there =
        reached.stream()
            .filter(reach -> reach.found() == Found.THERE)
            .map(reach -> "%s at %s".formatted(reach.provider().name(), reach.tried()))
            .collect(Collectors.joining(", "));
    var tried =
        reached.stream()
            .filter(reach -> reach.found() != Found.THERE)
            .map(reach -> "%s (%s)".formatted(reach.provider().name(), reach.tried()))
            .collect(Collectors.joining(", "));
    return new Finding(
        "local models",
        Health.OK,
        (there.isEmpty() ? "no server" : there) + (tried.isEmpty() ? "" : "; tried " + tried));
  }

  private static Finding remote(Reach reach) {
    return new Finding(
        reach.provider().name(),
        reach.found() == Found.THERE ? Health.OK : Health.NOTE,
        "%s (GET %s, sent without a key)".formatted(reach.said(), reach.tried()));
  }
}
