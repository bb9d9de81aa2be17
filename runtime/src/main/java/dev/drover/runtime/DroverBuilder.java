package dev.drover.runtime;

import dev.drover.kernel.Input.Course;
import dev.drover.kernel.LongestWait;
import dev.drover.runtime.artifact.Storeroom;
import dev.drover.runtime.budget.Prices;
import dev.drover.runtime.live.WatchLimits;
import dev.drover.runtime.perform.Patience;
import dev.drover.runtime.perform.RetryPolicy;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.quota.QuotaPolicy;
import dev.drover.runtime.writer.Engine;
import dev.drover.runtime.writer.EngineOptions;
import dev.drover.spi.model.ModelProvider;
import dev.drover.spi.secret.Redactor;
import dev.drover.spi.store.Store;
import dev.drover.spi.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// What can be chosen about a runtime. Everything has a default.
public final class DroverBuilder {
  /// Whoever reads a journal takes less, so a process that has come back can go on.
  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

  private final Store store;
  private final List<ModelProvider> providers = new ArrayList<>();
  private Time time = new SystemTime();
  private Recovery recovery = Recovery.ON_START;
  private Retention retention = Retention.NONE;
  private ArtifactRetention artifacts = ArtifactRetention.DEFAULT;
  private Retries retries = Retries.DEFAULT;
  private QuotaPolicy quotas = QuotaPolicy.DEFAULT;
  private Prices prices = Prices.NONE;
  private int loadedSessions = EngineOptions.DEFAULT.residents();
  private int watchBuffer = WatchLimits.DEFAULT.buffer();
  private int watchReplay = WatchLimits.DEFAULT.replay();
  private Duration lease = EngineOptions.DEFAULT.lease();
  private Redactor redactor = Redactor.OF_SHAPES;

  DroverBuilder(Store store) {
    this.store = store;
  }

  /// The source of time, names and chance.
  public DroverBuilder time(Time source) {
    time = source;
    return this;
  }

  /// What becomes of runs whose process died. By default they are driven on.
  public DroverBuilder recovery(Recovery choice) {
    recovery = choice;
    return this;
  }

  /// How much of the past is kept. By default all of it.
  public DroverBuilder retention(Retention limits) {
    retention = limits;
    return this;
  }

  /// How many artifacts are kept, and how long. By default seven days.
  public DroverBuilder artifacts(ArtifactRetention limits) {
    artifacts = limits;
    return this;
  }

  /// When a model that broke is asked again.
  public DroverBuilder retries(Retries policy) {
    retries = policy;
    return this;
  }

  /// What happens when a provider throttles, to all agents that share the account.
  public DroverBuilder quotas(QuotaPolicy policy) {
    quotas = policy;
    return this;
  }

  /// What models cost. Without a price no money is counted, and none can be limited.
  public DroverBuilder prices(Prices table) {
    prices = table;
    return this;
  }

  /// Lets agents name models of this provider.
  public DroverBuilder models(ModelProvider provider) {
    providers.add(provider);
    return this;
  }

  /// How many idle sessions stay in memory; others are read again when they are touched.
  public DroverBuilder loadedSessions(int most) {
    loadedSessions = positive("loadedSessions", most);
    return this;
  }

  /// How many notices may wait for a slow watcher before it loses fragments.
  public DroverBuilder watchBuffer(int most) {
    watchBuffer = positive("watchBuffer", most);
    return this;
  }

  /// How many characters of an attempt that is under way are kept for watchers that attach later;
  /// 262,144 unless it is said. They are told if it has shown more.
  public DroverBuilder watchReplay(int most) {
    watchReplay = positive("watchReplay", most);
    return this;
  }

  /// How long this process is believed to be at work without giving a sign; half a minute unless it
  /// is said here.
  public DroverBuilder lease(Duration length) {
    if (length.compareTo(SHORTEST_LEASE) < 0) {
      throw new ConfigurationInvalid(
          "lease", "it must be a second or more, not " + length, "Give half a minute.");
    }
    lease = LongestWait.cap(length);
    return this;
  }

  /// Names values that must never be written down or shown: passwords, keys. Keys and tokens in
  /// commonly known shapes are found without being named.
  ///
  /// @throws ConfigurationInvalid if one is so short that it would be found in other words
  public DroverBuilder secrets(Collection<String> values) {
    try {
      redactor = redactor.naming(values);
    } catch (IllegalArgumentException tooShort) {
      throw new ConfigurationInvalid(
          "secrets",
          String.valueOf(tooShort.getMessage()),
          "Leave it out, or use a longer secret.");
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
        new EngineOptions(
            recovery == Recovery.CLOSE ? Course.CLOSE : Course.DRIVE_ON,
            new Patience(
                new RetryPolicy(retries.most(), retries.first(), retries.cap(), retries.jitter()),
                quotas),
            retention.plan(),
            EngineOptions.DEFAULT.inbox(),
            loadedSessions,
            new WatchLimits(watchBuffer, watchReplay),
            lease,
            EngineOptions.DEFAULT.closing());
    var storeroom = new Storeroom(store.shelf(), time, artifacts.limits(), redactor);
    var engine = new Engine(store, time, options, storeroom, redactor);
    switch (store.access()) {
      case READ_WRITE -> {
        storeroom.sweep();
        engine.clearAway();
      }
      case READ_ONLY -> {}
    }
    return new Drover(store, engine, recovery, new ModelNames(providers), prices);
  }
}
