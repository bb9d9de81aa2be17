package dev.drover.cli.command;

import dev.drover.acp.EditorHost;
import dev.drover.acp.EditorRefusal;
import dev.drover.acp.EditorWorkspace;
import dev.drover.cli.config.Settings;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.output.VisibleText;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.CliRuntime.Purpose;
import dev.drover.cli.runtime.ForeignStoreCheck;
import dev.drover.cli.runtime.ModelResolver;
import dev.drover.cli.runtime.ModelResolver.ResolvedModel;
import dev.drover.files.CommandFiles;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.query.RunSnapshot;
import dev.drover.query.SessionQueries;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.time.Time;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The sessions of an editor, with the configuration that `run` and `chat` have in the same folder.
///
/// Each session has a runtime of its own: its instructions name the day on which it was opened, and
/// its model is the one of its unfinished run. Safe for use by many threads.
final class CliEditorHost implements EditorHost {
  private static final String SWITCHES_SESSION = "fork";

  private final CliInvocation call;
  private final Set<Path> folders = ConcurrentHashMap.newKeySet();

  CliEditorHost(CliInvocation call) {
    this.call = call;
  }

  @Override
  public String version() {
    var version = CliEditorHost.class.getPackage().getImplementationVersion();
    return version == null ? "unpacked" : version;
  }

  @Override
  public String user() {
    return call.environment().user();
  }

  @Override
  public Time time() {
    return call.environment().time();
  }

  @Override
  public String visible(String text) {
    return VisibleText.of(text);
  }

  @Override
  public EditorWorkspace create(Path folder, List<McpServer> servers) {
    return refusing(
        () -> {
          var here = call.in(folder);
          var supplied =
              ModelResolver.of(here.loadSettings(), here.environment()).withServers(servers);
          var runtime = CliRuntime.open(supplied.settings(), time());
          return workspace(here, runtime, new SessionId(time().freshId("s-")), supplied);
        });
  }

  @Override
  public EditorWorkspace open(Path folder, SessionId session, List<McpServer> servers) {
    return refusing(
        () -> {
          var here = call.in(folder);
          var settings = here.loadSettings();
          ForeignStoreCheck.requireOwn(settings);
          var supplied = modelOf(here, settings, folder, session).withServers(servers);
          return workspace(here, CliRuntime.open(supplied.settings(), time()), session, supplied);
        });
  }

  /// An unfinished run continues with its own model.
  private ResolvedModel modelOf(
      CliInvocation here, Settings settings, Path folder, SessionId session) {
    if (!exists(settings)) {
      throw new SessionNotFound(session);
    }
    try (var runtime = CliRuntime.openExisting(settings, time(), Purpose.READ)) {
      var row = runtime.queries().session(session).orElseThrow(() -> new SessionNotFound(session));
      requireFolder(row, folder);
      return row.running() == null
          ? ModelResolver.of(settings, here.environment())
          : SessionModel.of(
              here, session, runtime.queries().snapshot(session).profile().runModel());
    }
  }

  private static void requireFolder(SessionRow row, Path folder) {
    if (!Path.of(row.workspace()).equals(folder)) {
      throw CliRefusal.usage(
          "workspace_differs",
          "session %s works in %s, not in %s".formatted(row.session(), row.workspace(), folder),
          "Open that folder in the editor, or start another session.");
    }
  }

  private EditorWorkspace workspace(
      CliInvocation here, CliRuntime runtime, SessionId session, ResolvedModel supplied) {
    boolean isReady = false;
    try {
      var agent = CliAgentFactory.build(here, runtime, session, supplied);
      var personal = here.environment().personalFolder().map(home -> home.resolve("commands"));
      var files = CommandFiles.read(here.loadConfiguration().files(), personal.stream().toList());
      files.warnings().forEach(here::warn);
      folders.add(supplied.settings().workspace());
      var workspace =
          new CliEditorWorkspace(
              runtime,
              agent,
              session,
              supplied.settings(),
              files.commands().without(SWITCHES_SESSION),
              supplied.model().window(),
              here.reportedWarnings());
      isReady = true;
      return workspace;
    } finally {
      if (!isReady) {
        runtime.close();
      }
    }
  }

  @Override
  public List<ListedSession> sessions(@Nullable Path folder) {
    return refusing(
        () -> {
          var all = new ArrayList<ListedSession>();
          for (var settings : stores(folder)) {
            try (var runtime = CliRuntime.openExisting(settings, time(), Purpose.READ)) {
              all.addAll(list(runtime.queries(), folder));
            }
          }
          return all;
        });
  }

  /// The stores that exist, each once. One that came with a folder is a stranger's, and not shown.
  private List<Settings> stores(@Nullable Path folder) {
    var places = new LinkedHashSet<Path>();
    if (folder == null) {
      places.add(call.loadConfiguration().settings().workspace());
      places.addAll(folders);
    } else {
      places.add(folder);
    }
    var names = new HashSet<String>();
    var all = new ArrayList<Settings>();
    for (var place : places) {
      var settings = Files.isDirectory(place) ? settings(place) : null;
      if (settings != null
          && exists(settings)
          && !ForeignStoreCheck.isForeign(settings)
          && names.add(settings.store().toString())) {
        all.add(settings);
      }
    }
    return all;
  }

  private static boolean exists(Settings settings) {
    return settings.store().server() != null || Files.exists(settings.store().file());
  }

  private Settings settings(Path folder) {
    return call.in(folder).loadConfiguration().settings();
  }

  private static List<ListedSession> list(SessionQueries queries, @Nullable Path folder) {
    var own = Set.copyOf(queries.sessionsStartingWith("", Integer.MAX_VALUE));
    return queries.sessions().stream()
        .filter(row -> own.contains(row.session()))
        .filter(row -> folder == null || Path.of(row.workspace()).equals(folder))
        .map(row -> listed(row, queries.runs(row.session())))
        .toList();
  }

  private static ListedSession listed(SessionRow row, List<RunSnapshot> runs) {
    return new ListedSession(
        row.session(),
        row.workspace(),
        runs.isEmpty() ? "" : runs.getFirst().title(),
        row.openedAt(),
        runs.isEmpty() ? row.openedAt() : runs.getLast().updatedAt());
  }

  @Override
  public boolean delete(SessionId session) {
    return refusing(
        () -> {
          for (var settings : stores(null)) {
            try (var runtime = CliRuntime.openExisting(settings, time(), Purpose.CHANGE)) {
              if (runtime.queries().session(session).isPresent()) {
                return runtime.drover().delete(session);
              }
            }
          }
          return false;
        });
  }

  private static <T> T refusing(Supplier<T> work) {
    try {
      return work.get();
    } catch (CliRefusal refused) {
      throw new EditorRefusal(onOneLine(refused.problem()));
    }
  }

  /// The person reads it in an editor, where the remedies on several lines do not fit.
  private static Problem onOneLine(Problem problem) {
    return new Problem(
        problem.code(), problem.title(), problem.detail(), problem.remedy().replace("\n", " "));
  }
}
