package dev.drover.cli.command;

import dev.drover.cli.command.DoctorFinding.Health;
import dev.drover.cli.config.ModelFallbackChain;
import dev.drover.cli.config.ModelSelection;
import dev.drover.cli.config.ModelSelection.Hosted;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.provider.ProviderReachability;
import dev.drover.cli.provider.ProviderReachability.ProbeResult;
import dev.drover.cli.provider.ProviderRegistry;
import dev.drover.cli.provider.RegisteredProvider;
import dev.drover.cli.provider.RegisteredProvider.Readiness;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The doctor's findings about models: the chosen model and its fallbacks, keys, and reachable
/// providers. An unreachable provider is a note, not a failure: everything else works without it.
final class ModelHealthCheck {
  private static final String MODELS = "models";
  private static final String FALLBACK = "fallback";

  private final ProviderRegistry providers;
  private final ModelFallbackChain choices;

  private ModelHealthCheck(ProviderRegistry providers, ModelFallbackChain choices) {
    this.providers = providers;
    this.choices = choices;
  }

  static List<DoctorFinding> of(CliInvocation call) {
    var settings = call.loadSettings();
    return new ModelHealthCheck(
            ProviderRegistry.of(settings, call.environment()), settings.agent().models())
        .findings();
  }

  private List<DoctorFinding> findings() {
    var findings = new ArrayList<DoctorFinding>();
    findings.add(model(MODELS, choices.first()));
    choices.fallbacks().stream().map(choice -> model(FALLBACK, choice)).forEach(findings::add);
    findings.add(keys());
    var servers = providers.all().stream().filter(ModelHealthCheck::isUsualServer).toList();
    var asked = new ArrayList<>(servers);
    providers.all().stream().filter(this::isOfInterest).forEach(asked::add);
    var reached = ProviderReachability.of(asked);
    findings.add(local(reached.subList(0, servers.size())));
    reached.stream().skip(servers.size()).map(ModelHealthCheck::remote).forEach(findings::add);
    return findings;
  }

  private static boolean isUsualServer(RegisteredProvider provider) {
    return provider.isLocal() && !provider.isConfigured();
  }

  /// Providers that the person does not use are not contacted.
  private boolean isOfInterest(RegisteredProvider provider) {
    return !isUsualServer(provider)
        && (isChosen(provider)
            || provider.isConfigured()
            || provider.readiness() == Readiness.KEY_SET);
  }

  private boolean isChosen(RegisteredProvider provider) {
    return Stream.concat(Stream.of(choices.first()), choices.fallbacks().stream())
        .anyMatch(
            choice -> choice instanceof Hosted hosted && hosted.provider().equals(provider.name()));
  }

  private DoctorFinding model(String check, ModelSelection choice) {
    return switch (choice) {
      case ModelSelection.None _ ->
          new DoctorFinding(check, Health.NOTE, "none chosen; 'drover models' lists them");
      case ModelSelection.Script(var file, _) -> script(check, file);
      case Hosted hosted -> hosted(check, hosted);
    };
  }

  private static DoctorFinding script(String check, Path file) {
    return Files.isReadable(file)
        ? new DoctorFinding(check, Health.OK, "script " + file)
        : new DoctorFinding(check, Health.BAD, "script %s, which cannot be read".formatted(file));
  }

  /// A run starts only if all chosen models can be called, so each missing key is reported.
  private DoctorFinding hosted(String check, Hosted hosted) {
    try {
      providers.requireKnown(hosted, providers.catalogue());
      var provider = providers.named(hosted.provider());
      return provider.isUsable()
          ? new DoctorFinding(check, Health.OK, hosted.name())
          : new DoctorFinding(
              check,
              Health.NOTE,
              "%s: a run needs its key, and %s is not set"
                  .formatted(hosted.name(), provider.keyPlace()));
    } catch (CliRefusal unknown) {
      return new DoctorFinding(check, Health.NOTE, unknown.problem().toString());
    }
  }

  /// Names only: a key is never shown.
  private DoctorFinding keys() {
    var there = places(true);
    var absent = places(false);
    return new DoctorFinding(
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

  private static DoctorFinding local(List<ProviderReachability> reached) {
    var there =
        reached.stream()
            .filter(reach -> reach.result() == ProbeResult.THERE)
            .map(reach -> "%s at %s".formatted(reach.provider().name(), reach.address()))
            .collect(Collectors.joining(", "));
    var tried =
        reached.stream()
            .filter(reach -> reach.result() != ProbeResult.THERE)
            .map(reach -> "%s (%s)".formatted(reach.provider().name(), reach.address()))
            .collect(Collectors.joining(", "));
    return new DoctorFinding(
        "local models",
        Health.OK,
        (there.isEmpty() ? "no server" : there) + (tried.isEmpty() ? "" : "; tried " + tried));
  }

  private static DoctorFinding remote(ProviderReachability reach) {
    return new DoctorFinding(
        reach.provider().name(),
        reach.result() == ProbeResult.THERE ? Health.OK : Health.NOTE,
        "%s (GET %s, sent without a key)".formatted(reach.detail(), reach.address()));
  }
}
