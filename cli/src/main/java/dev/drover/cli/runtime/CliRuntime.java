package dev.drover.cli.runtime;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.DroverBuilder.RecoveryMode;
import dev.drover.cli.config.Settings;
import dev.drover.cli.config.Settings.Origin;
import dev.drover.cli.config.Settings.StoreLocation;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.InterruptSignals;
import dev.drover.files.AgentFiles;
import dev.drover.problem.StoreFailed;
import dev.drover.query.SessionQueries;
import dev.drover.spi.PortException;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.store.Store;
import dev.drover.spi.time.Time;
import dev.drover.spi.tool.AgentTool;
import dev.drover.store.postgres.PostgresStore;
import dev.drover.task.Subagent;
import dev.drover.tools.WorkspaceTools;
import dev.drover.tools.sandbox.ShellOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A store and a runtime on it, for one invocation.
///
/// The runtime drives only the requested runs: other unfinished runs in the same store stay as they
/// are. Runs that are not over when it closes stay unfinished, and continue with `resume`.
public final class CliRuntime implements AutoCloseable {
  /// Less than the ten seconds that containers are usually granted.
  private static final Duration LONGEST_DRAIN = Duration.ofSeconds(8);

  private static final String OUTDATED = "store_outdated";

  private final Store store;
  private final Path typedLines;
  private final List<Path> storeFiles;
  private final Drover drover;
  private final @Nullable Thread shutdownHook;

  private CliRuntime(Store store, Settings settings, Time time, Purpose purpose) {
    this.store = store;
    this.typedLines = sibling(settings.store().file(), ".history");
    this.storeFiles = filesOf(settings.store().file());
    this.drover =
        Drover.on(store)
            .recovery(RecoveryMode.WHEN_OPENED)
            .secrets(settings.secrets())
            .prices(settings.prices())
            .time(time)
            .build();
    this.shutdownHook =
        switch (purpose) {
          case DRIVE -> shutdownHook();
          case CHANGE, READ -> null;
        };
  }

  /// SQLite keeps its log in two additional files next to the store.
  private static List<Path> filesOf(Path store) {
    return List.of(store, sibling(store, "-wal"), sibling(store, "-shm"));
  }

  private static Path sibling(Path file, String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }

  /// The purpose of opening the store.
  public enum Purpose {
    /// To drive runs.
    DRIVE,
    /// To write to the store without driving runs.
    CHANGE,
    /// To read without writing.
    READ
  }

  /// When the process is asked to end, processes started by its tools end with it. If it was asked
  /// with SIGTERM, as in a deployment, calls in progress may end first.
  private Thread shutdownHook() {
    var isTerminated = new AtomicBoolean();
    var hook =
        Thread.ofPlatform()
            .name("drover-last-will")
            .unstarted(() -> leave(isTerminated.get() ? LONGEST_DRAIN : Duration.ZERO));
    InterruptSignals.onTerminate(() -> isTerminated.set(true));
    Runtime.getRuntime().addShutdownHook(hook);
    return hook;
  }

  private void leave(Duration limit) {
    if (limit.isPositive()) {
      drover.drain(limit);
    } else {
      drover.disconnect();
    }
  }

  /// Opens the configured store, which is created if it does not exist.
  public static CliRuntime open(Settings settings, Time time) {
    ForeignStoreCheck.requireOwn(settings);
    var place = settings.store();
    if (place.server() != null) {
      return new CliRuntime(opened(place, Purpose.DRIVE), settings, time, Purpose.DRIVE);
    }
    boolean isNew = !Files.exists(place.file());
    var runtime = new CliRuntime(Drover.openEmbedded(place.file()), settings, time, Purpose.DRIVE);
    if (place.origin() == Origin.DEFAULT) {
      keepOutOfCommits(place.file(), isNew);
    }
    return runtime;
  }

  private static void keepOutOfCommits(Path store, boolean isNew) {
    var ignored = new StoreIgnoreFile(store);
    if (isNew) {
      ignored.create();
    } else {
      ignored.update();
    }
  }

  /// Opens the configured store if it exists.
  ///
  /// @return empty if nothing was ever stored in this workspace
  /// @throws CliRefusal if a store was named that does not exist
  public static Optional<CliRuntime> openIfPresent(Settings settings, Time time, Purpose purpose) {
    var place = settings.store();
    if (place.server() != null || Files.exists(place.file())) {
      return Optional.of(new CliRuntime(opened(place, purpose), settings, time, purpose));
    }
    return switch (place.origin()) {
      case DEFAULT -> Optional.empty();
      case NAMED, NAMED_BY_WORKSPACE -> throw noStore(settings);
    };
  }

  /// Opens a store that must exist.
  ///
  /// @throws CliRefusal if there is no store
  public static CliRuntime openExisting(Settings settings, Time time, Purpose purpose) {
    return openIfPresent(settings, time, purpose).orElseThrow(() -> noStore(settings));
  }

  private static Store opened(StoreLocation place, Purpose purpose) {
    return switch (purpose) {
      case DRIVE, CHANGE -> openedToWrite(place);
      case READ -> openedToRead(place);
    };
  }

  private static Store openedToWrite(StoreLocation place) {
    return place.server() == null
        ? Drover.openEmbedded(place.file())
        : connected(place.server(), PostgresStore::connect);
  }

  private static Store connected(String server, Function<String, Store> connection) {
    try {
      return connection.apply(server);
    } catch (PortException broken) {
      throw new StoreFailed(broken);
    }
  }

  /// A store of an older version is migrated first, if that is possible now.
  private static Store openedToRead(StoreLocation place) {
    try {
      return place.server() == null
          ? Drover.openEmbeddedReadOnly(place.file())
          : connected(place.server(), PostgresStore::connectReadOnly);
    } catch (StoreFailed refused) {
      if (!refused.problem().code().equals(OUTDATED)) {
        throw refused;
      }
      try {
        return openedToWrite(place);
      } catch (StoreFailed impossible) {
        refused.addSuppressed(impossible);
        throw refused;
      }
    }
  }

  private static CliRefusal noStore(Settings settings) {
    return CliRefusal.usage(
        "store_not_found",
        "there is no store at " + settings.store(),
        "Name another with --store, or start with 'drover run'.");
  }

  /// Creates the history file of the line editor, readable by its owner only.
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

  public SessionQueries queries() {
    return drover.queries();
  }

  public Store store() {
    return store;
  }

  /// Builds the configured agent with the built-in tools, the tools of MCP servers, and the
  /// built-in and configured subagents. Waits until each server has answered or failed.
  ///
  /// @param guarded files and folders that decide what agents may do, wherever they are
  public Agent agent(
      ModelResolver.ResolvedModel supplied,
      String instructions,
      AgentFiles files,
      List<Path> guarded) {
    var settings = supplied.settings().agent();
    var shell = ShellOptions.DEFAULT;
    for (var file : storeFiles) {
      shell = shell.hiding(file);
    }
    shell = shell.hiding(typedLines);
    for (var path : guarded) {
      shell = shell.protecting(path);
    }
    var tools = WorkspaceTools.all(shell);
    var usable = files.limitedTo(names(tools));
    var agent =
        drover
            .agent(settings.name())
            .model(supplied.model())
            .instructions(instructions)
            .tools(tools)
            .policy(settings.policy())
            .maxTurns(settings.maxTurns())
            .maxTokens(settings.budget())
            .compaction(settings.compaction())
            .subagents(usable.mergedWith(Subagent.standard()))
            .warnings(usable.warnings())
            .workspace(supplied.settings().workspace())
            .mcp(supplied.servers().servers().toArray(McpServer[]::new));
    supplied.fallbacks().forEach(agent::fallback);
    settings.hooks().forEach(agent::hook);
    return agent.build();
  }

  private static List<String> names(List<AgentTool> tools) {
    var names = new ArrayList<>(List.of(Subagent.TASK_TOOL));
    tools.forEach(tool -> names.add(tool.spec().name()));
    return names;
  }

  /// Lets go without ending a run.
  @Override
  public void close() {
    drover.disconnect();
    if (shutdownHook != null) {
      forget(shutdownHook);
    }
  }

  /// Lets go without ending a run, and does not wait longer than this for tools that do not end:
  /// what they do is in the journal as far as it is known, as after a crash.
  public void closeWithin(Duration atMost) {
    var closing = Thread.ofPlatform().daemon().name("drover-close").start(this::close);
    try {
      closing.join(atMost);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    if (shutdownHook != null) {
      forget(shutdownHook);
    }
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // The process is already ending, and the hook has done its work.
      return;
    }
  }
}
