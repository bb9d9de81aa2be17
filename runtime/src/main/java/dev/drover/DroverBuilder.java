package dev.drover;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.budget.ModelPrices;
import dev.drover.internal.agent.HostModels;
import dev.drover.internal.agent.ModelLookup;
import dev.drover.internal.artifact.ArtifactLimits;
import dev.drover.internal.assembly.RuntimeAssembly;
import dev.drover.internal.assembly.RuntimeOptions;
import dev.drover.internal.model.ModelRetryOptions;
import dev.drover.internal.model.RetrySchedule;
import dev.drover.internal.publish.WatchLimits;
import dev.drover.internal.retention.RetentionPlan;
import dev.drover.kernel.check.WaitLimit;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.quota.QuotaPolicy;
import dev.drover.session.ModelRetries;
import dev.drover.session.RunRetention;
import dev.drover.session.SessionArtifacts.ArtifactRetention;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.model.ModelProvider;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.store.Store;
import dev.drover.spi.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// The settings of a runtime. Each has a default.
public final class DroverBuilder {
  /// Reading a journal takes less time than this, so a process that was suspended can continue.
  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

  private final Store store;
  private final List<ModelProvider> providers = new ArrayList<>();
  private Time time = Time.system();
  private RecoveryMode recovery = RecoveryMode.ON_START;
  private RunRetention retention = RunRetention.NONE;
  private ArtifactRetention artifacts = ArtifactRetention.DEFAULT;
  private ModelRetries retries = ModelRetries.DEFAULT;
  private QuotaPolicy quotas = QuotaPolicy.DEFAULT;
  private ModelPrices prices = ModelPrices.NONE;
  private int loadedSessions = RuntimeOptions.DEFAULT.residents();
  private int watchBuffer = WatchLimits.DEFAULT.buffer();
  private int watchReplay = WatchLimits.DEFAULT.replay();
  private Duration lease = RuntimeOptions.DEFAULT.lease();
  private SecretRedactor redactor = SecretRedactor.KNOWN_SHAPES;
  private final List<McpServer> servers = new ArrayList<>();

  DroverBuilder(Store store) {
    this.store = store;
  }

  /// The source of time, ids and randomness.
  public DroverBuilder time(Time source) {
    time = nonNull(source, "source");
    return this;
  }

  /// What happens to runs whose process died. By default they are continued.
  public DroverBuilder recovery(RecoveryMode choice) {
    recovery = nonNull(choice, "choice");
    return this;
  }

  /// How many finished runs and events are kept. By default all of them.
  public DroverBuilder retention(RunRetention limits) {
    retention = nonNull(limits, "limits");
    return this;
  }

  /// How many artifacts are kept, and how long. By default seven days.
  public DroverBuilder artifacts(ArtifactRetention limits) {
    artifacts = nonNull(limits, "limits");
    return this;
  }

  /// When a failed model call is repeated.
  public DroverBuilder retries(ModelRetries policy) {
    retries = nonNull(policy, "policy");
    return this;
  }

  /// What happens when a provider throttles; applies to all agents that share the provider key.
  public DroverBuilder quotas(QuotaPolicy policy) {
    quotas = nonNull(policy, "policy");
    return this;
  }

  /// The prices of models. Without a price, cost is neither counted nor limited.
  public DroverBuilder prices(ModelPrices table) {
    prices = nonNull(table, "table");
    return this;
  }

  /// Registers a provider, so that agents can name its models.
  public DroverBuilder models(ModelProvider provider) {
    nonNull(provider, "provider");
    providers.add(provider);
    return this;
  }

  /// How many idle sessions stay in memory; others are loaded again when they are used.
  public DroverBuilder loadedSessions(int most) {
    loadedSessions = positive("loadedSessions", most);
    return this;
  }

  /// How many notices may wait for a slow watcher before it loses deltas.
  public DroverBuilder watchBuffer(int most) {
    watchBuffer = positive("watchBuffer", most);
    return this;
  }

  /// How many characters of an attempt in progress are kept for watchers that attach later; by
  /// default 262,144. Later watchers are notified if the attempt produced more.
  public DroverBuilder watchReplay(int most) {
    watchReplay = positive("watchReplay", most);
    return this;
  }

  /// How long other processes assume that this process is alive without a renewal; by default 30
  /// seconds.
  public DroverBuilder lease(Duration length) {
    nonNull(length, "length");
    if (length.compareTo(SHORTEST_LEASE) < 0) {
      throw new ConfigurationInvalid(
          "lease", "it must be a second or more, not " + length, "Give half a minute.");
    }
    lease = WaitLimit.cap(length);
    return this;
  }

  /// Registers values that must never be stored or shown, such as passwords and keys. Keys and
  /// tokens in well-known formats are detected without being registered.
  ///
  /// @throws ConfigurationInvalid if a value is so short that it would match ordinary text
  public DroverBuilder secrets(Collection<String> values) {
    nonNull(values, "values");
    try {
      redactor = redactor.withValues(values);
    } catch (IllegalArgumentException tooShort) {
      throw new ConfigurationInvalid(
          "secrets",
          String.valueOf(tooShort.getMessage()),
          "Leave it out, or use a longer secret.");
    }
    return this;
  }

  /// Gives all agents the tools of these MCP servers. A server of an agent takes precedence over
  /// one of the same name here. See [AgentBuilder#mcp].
  public DroverBuilder mcp(McpServer... more) {
    nonNull(more, "more");
    for (var server : more) {
      nonNull(server, "more");
      if (servers.stream().anyMatch(each -> each.name().equals(server.name()))) {
        throw new ConfigurationInvalid(
            "mcp", "two servers are named '%s'".formatted(server.name()), "Rename one of them.");
      }
      servers.add(server);
    }
    return this;
  }

  private static int positive(String field, int value) {
    if (value < 1) {
      throw new ConfigurationInvalid(field, "at least 1, not " + value, "Give a larger number.");
    }
    return value;
  }

  public Drover build() {
    var options =
        new RuntimeOptions(
            recovery == RecoveryMode.CLOSE ? RecoveryCourse.CLOSE : RecoveryCourse.DRIVE_ON,
            new ModelRetryOptions(
                new RetrySchedule(retries.most(), retries.first(), retries.cap(), retries.jitter()),
                quotas),
            new RetentionPlan(
                retention.maxRuns(), retention.maxEventsPerRun(), retention.maxBytes()),
            RuntimeOptions.DEFAULT.inbox(),
            loadedSessions,
            new WatchLimits(watchBuffer, watchReplay),
            lease,
            RuntimeOptions.DEFAULT.closing(),
            servers);
    var artifactLimits = new ArtifactLimits(store.artifacts(), time, limits(artifacts), redactor);
    var models =
        new HostModels(new ModelLookup(providers), prices, recovery != RecoveryMode.WHEN_OPENED);
    var assembly = new RuntimeAssembly(store, time, options, artifactLimits, redactor, models);
    switch (store.access()) {
      case READ_WRITE -> {
        artifactLimits.sweep();
        assembly.sweepDeletedContent();
      }
      case READ_ONLY -> {}
    }
    return new Drover(
        assembly.agentServices(), assembly.sessionServices(), assembly.runtimeServices());
  }

  private static ArtifactLimits.LimitSettings limits(ArtifactRetention retention) {
    return new ArtifactLimits.LimitSettings(
        retention.age(), retention.maxBytes(), retention.maxBytesEach());
  }

  /// What a runtime does with runs whose process died.
  public enum RecoveryMode {
    /// Continues them as soon as their agent is built.
    ON_START,
    /// Continues them when their session is opened.
    WHEN_OPENED,
    /// Ends them as interrupted when their session is opened or their agent is built.
    CLOSE
  }
}
