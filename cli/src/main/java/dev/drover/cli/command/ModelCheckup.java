package dev.drover.cli.command;

import dev.drover.cli.command.Finding.Health;
import dev.drover.cli.config.ModelChoice;
import dev.drover.cli.config.ModelChoice.Hosted;
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

/// What the doctor says about models: the chosen one, keys, and who answers. A provider that is
/// away is a note and no failure: everything else works without it.
final class ModelCheckup {
  private static final String MODELS = "models";

  private final Providers providers;
  private final ModelChoice choice;

  private ModelCheckup(Providers providers, ModelChoice choice) {
    this.providers = providers;
    this.choice = choice;
  }

  static List<Finding> of(Call call) {
    var settings = call.settings();
    return new ModelCheckup(Providers.of(settings, call.host()), settings.agent().model())
        .findings();
  }

  private List<Finding> findings() {
    var findings = new ArrayList<Finding>();
    findings.add(model());
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
    boolean isChosen = choice instanceof Hosted hosted && hosted.provider().equals(provider.name());
    return !isUsualServer(provider)
        && (isChosen || provider.isConfigured() || provider.readiness() == Readiness.KEY_SET);
  }

  private Finding model() {
    return switch (choice) {
      case ModelChoice.None _ ->
          new Finding(MODELS, Health.NOTE, "none chosen; 'drover models' lists them");
      case ModelChoice.Script(var file) -> script(file);
      case Hosted hosted -> hosted(hosted);
    };
  }

  private static Finding script(Path file) {
    return Files.isReadable(file)
        ? new Finding(MODELS, Health.OK, "script " + file)
        : new Finding(MODELS, Health.BAD, "script %s, which cannot be read".formatted(file));
  }

  private Finding hosted(Hosted hosted) {
    try {
      providers.requireKnown(hosted, providers.catalogue());
      return new Finding(MODELS, Health.OK, hosted.name());
    } catch (Refusal unknown) {
      return new Finding(MODELS, Health.NOTE, unknown.problem().toString());
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
