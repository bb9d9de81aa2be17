package dev.drover.cli.work;

import dev.drover.cli.config.Settings;
import dev.drover.cli.config.Settings.Origin;
import dev.drover.cli.host.Refusal;
import dev.drover.files.AgentFiles;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Archive;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Recovery;
import dev.drover.runtime.problem.StoreFailed;
import dev.drover.runtime.task.Subagents;
import dev.drover.spi.store.Store;
import dev.drover.spi.time.Time;
import dev.drover.tools.WorkspaceTools;
import dev.drover.tools.sandbox.ShellOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A store and a runtime on it, for one call of the program.
///
/// The runtime drives what it is told to and nothing else: another person's unfinished run is in
/// the same store, and stays as it is. When the bench is left, runs that are not over stay so, and
/// go on with `resume`.
public final class Bench implements AutoCloseable {
  private static final String OUTDATED = "store_outdated";

  private final Store store;
  private final Path typedLines;
  private final List<Path> storeFiles;
  private final Drover drover;
  private final @Nullable Thread lastWill;

  private Bench(Store store, Settings settings, Time time, Purpose purpose) {
    this.store = store;
    this.typedLines = sibling(settings.store().file(), ".history");
    this.storeFiles = filesOf(settings.store().file());
    this.drover =
        Drover.on(store)
            .recovery(Recovery.WHEN_OPENED)
            .secrets(settings.secrets())
            .prices(settings.prices())
            .time(time)
            .build();
    this.lastWill =
        switch (purpose) {
          case DRIVE -> lastWill();
          case CHANGE, LOOK -> null;
        };
  }

  /// SQLite keeps its log in two files beside the one that is named.
  private static List<Path> filesOf(Path store) {
    return List.of(store, sibling(store, "-wal"), sibling(store, "-shm"));
  }

  private static Path sibling(Path file, String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }

  /// What the bench is for.
  public enum Purpose {
    /// Runs may be driven on it.
    DRIVE,
    /// Something is left in the store, and nothing is driven.
    CHANGE,
    /// The store is read, and nothing is written.
    LOOK
  }

  /// When the process is told to end, what its tools have begun ends with it.
  private Thread lastWill() {
    var hook = Thread.ofPlatform().name("drover-last-will").unstarted(drover::disconnect);
    Runtime.getRuntime().addShutdownHook(hook);
    return hook;
  }

  /// On the store that was chosen, which is made if it is not there.
  public static Bench open(Settings settings, Time time) {
    StoreGuard.requireOwn(settings);
    var place = settings.store();
    boolean isNew = !Files.exists(place.file());
    var bench = new Bench(Drover.openEmbedded(place.file()), settings, time, Purpose.DRIVE);
    if (place.origin() == Origin.DEFAULT) {
      keepOutOfCommits(place.file(), isNew);
    }
    return bench;
  }

  private static void keepOutOfCommits(Path store, boolean isNew) {
    var ignored = new IgnoreFile(store);
    if (isNew) {
      ignored.create();
    } else {
      ignored.update();
    }
  }

  /// On the store that was chosen, if it is there.
  ///
  /// @return empty if nothing was ever stored in this workspace
  /// @throws Refusal if a store was named that is not there
  public static Optional<Bench> find(Settings settings, Time time, Purpose purpose) {
    var place = settings.store();
    if (Files.exists(place.file())) {
      return Optional.of(new Bench(opened(place.file(), purpose), settings, time, purpose));
    }
    return switch (place.origin()) {
      case DEFAULT -> Optional.empty();
      case NAMED, NAMED_BY_WORKSPACE -> throw noStore(settings);
    };
  }

  /// On a store that must be there.
  ///
  /// @throws Refusal if there is no store
  public static Bench existing(Settings settings, Time time, Purpose purpose) {
    return find(settings, time, purpose).orElseThrow(() -> noStore(settings));
  }

  private static Store opened(Path file, Purpose purpose) {
    return switch (purpose) {
      case DRIVE, CHANGE -> Drover.openEmbedded(file);
      case LOOK -> openedToRead(file);
    };
  }

  /// A store of an older version is brought up to date first, if that is possible here and now.
  private static Store openedToRead(Path file) {
    try {
      return Drover.openEmbeddedReadOnly(file);
    } catch (StoreFailed refused) {
      if (!refused.problem().code().equals(OUTDATED)) {
        throw refused;
      }
      try {
        return Drover.openEmbedded(file);
      } catch (StoreFailed impossible) {
        refused.addSuppressed(impossible);
        throw refused;
      }
    }
  }

  private static Refusal noStore(Settings settings) {
    return Refusal.usage(
        "store_not_found",
        "there is no store at " + settings.store().file(),
        "Name another with --store, or start with 'drover run'.");
  }

  /// Makes the file where the line editor keeps what people typed, for its owner alone.
  public Path openTypedLines() {
    try {
      if (!Files.exists(typedLines)) {
        Files.createFile(typedLines);
      }
      Files.setPosixFilePermissions(typedLines, PosixFilePermissions.fromString("rw-------"));
    } catch (IOException | UnsupportedOperationException unwritable) {
      return typedLines;
    }
    return typedLines;
  }

  public Drover drover() {
    return drover;
  }

  public Archive archive() {
    return drover.archive();
  }

  public Store store() {
    return store;
  }

  /// Builds the agent that was configured, with the built-in tools, and with those to give work to
  /// that are built in or were written down.
  ///
  /// @param guarded files and folders that decide what agents may do, wherever they lie
  public Agent agent(
      Models.Supplied supplied, String instructions, AgentFiles files, List<Path> guarded) {
    var settings = supplied.settings().agent();
    var shell = ShellOptions.DEFAULT;
    for (var file : storeFiles) {
      shell = shell.hiding(file);
    }
    shell = shell.hiding(typedLines);
    for (var path : guarded) {
      shell = shell.fixing(path);
    }
    var agent =
        drover
            .agent(settings.name())
            .model(supplied.model())
            .instructions(instructions)
            .tools(WorkspaceTools.all(shell))
            .policy(settings.policy())
            .maxTurns(settings.maxTurns())
            .maxTokens(settings.budget())
            .compaction(settings.compaction())
            .subagents(files.over(Subagents.standard()))
            .warnings(files.warnings())
            .workspace(supplied.settings().workspace());
    supplied.fallbacks().forEach(agent::fallback);
    settings.hooks().forEach(agent::hook);
    return agent.build();
  }

  /// Lets go without ending a run.
  @Override
  public void close() {
    drover.disconnect();
    if (lastWill != null) {
      forget(lastWill);
    }
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // The process is ending already, and what the hook does is done.
      return;
    }
  }
}
