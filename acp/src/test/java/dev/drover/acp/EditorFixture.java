package dev.drover.acp;

import dev.drover.Agent;
import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.commands.SlashCommands;
import dev.drover.kernel.value.SessionId;
import dev.drover.model.script.ScriptedModel;
import dev.drover.policy.Policy;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.query.RunSnapshot;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.time.Time;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.VirtualTime;
import dev.drover.tools.WorkspaceTools;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A host with one runtime in memory for all its sessions; closing a session of the editor leaves
/// the runtime as it is.
final class EditorFixture implements EditorHost, AutoCloseable {
  final VirtualTime time = new VirtualTime();
  final Drover drover = Drover.on(new MemoryStore()).time(time).build();
  private final Map<Path, Agent> agents = new ConcurrentHashMap<>();
  private final String script;
  private UnaryOperator<AgentBuilder> more = agent -> agent;
  private List<String> warnings = List.of();
  private volatile List<McpServer> editorServers = List.of();

  EditorFixture(String script) {
    this.script = script;
  }

  EditorFixture with(UnaryOperator<AgentBuilder> change) {
    more = change;
    return this;
  }

  EditorFixture warning(String text) {
    warnings = List.of(text);
    return this;
  }

  /// The servers of the editor's last session.
  List<McpServer> editorServers() {
    return editorServers;
  }

  EditorClient connect() {
    return new EditorClient(this);
  }

  private Agent agent(Path folder) {
    return agents.computeIfAbsent(
        folder,
        place -> {
          var agent =
              drover
                  .agent("main-" + agents.size())
                  .model(ScriptedModel.parse(script, time))
                  .tools(WorkspaceTools.workspace())
                  .policy(Policy.STANDARD)
                  .workspace(place);
          return more.apply(agent).build();
        });
  }

  private record Workspace(
      Drover drover, Agent agent, SessionId session, Path folder, List<String> warnings)
      implements EditorWorkspace {
    @Override
    public SlashCommands commands() {
      return SlashCommands.STANDARD.without("fork");
    }

    @Override
    public PermissionMode mode() {
      return PermissionMode.ASK;
    }

    @Override
    public int window() {
      return 1_000;
    }

    @Override
    public void close() {
      // The runtime is shared: letting go of a session must not end its run.
      drover.queries().session(session);
    }
  }

  @Override
  public EditorWorkspace create(Path folder, List<McpServer> servers) {
    editorServers = servers;
    var id = new SessionId(time.freshId("s-"));
    return new Workspace(drover, agent(folder), id, folder, warnings);
  }

  @Override
  public EditorWorkspace open(Path folder, SessionId session, List<McpServer> servers) {
    editorServers = servers;
    if (drover.queries().session(session).isEmpty()) {
      throw new SessionNotFound(session);
    }
    return new Workspace(drover, agent(folder), session, folder, warnings);
  }

  @Override
  public List<ListedSession> sessions(@Nullable Path folder) {
    return drover.queries().sessions().stream()
        .filter(row -> folder == null || row.workspace().equals(folder.toString()))
        .map(
            row -> {
              var runs = drover.queries().runs(row.session());
              var title = runs.stream().map(RunSnapshot::title).findFirst().orElse("");
              return new ListedSession(
                  row.session(), row.workspace(), title, row.openedAt(), row.openedAt());
            })
        .toList();
  }

  @Override
  public boolean delete(SessionId session) {
    return drover.delete(session);
  }

  @Override
  public String version() {
    return "1";
  }

  @Override
  public String user() {
    return "ada";
  }

  @Override
  public Time time() {
    return time;
  }

  /// Shows one of the invisible characters.
  @Override
  public String visible(String text) {
    return text.replace("\u202E", "⟨U+202E⟩");
  }

  @Override
  public void close() {
    drover.close();
  }
}
