package dev.drover.problem;

import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import org.jspecify.annotations.Nullable;

/// The id names nothing that exists, or exists for this caller. The caller has a wrong or an old
/// id.
public abstract sealed class NotFound extends DroverException {
  private static final long serialVersionUID = 1L;

  private NotFound(Problem problem, @Nullable Throwable cause) {
    super(problem, cause);
  }

  /// There is no session with this id. Nothing was created.
  public static final class SessionNotFound extends NotFound {
    public static final String CODE = "session_not_found";
    private static final long serialVersionUID = 1L;

    public SessionNotFound(SessionId session) {
      super(
          new Problem(
              CODE,
              "No such session",
              "no session " + session + " is in this store",
              "List the sessions there are, or open it without demanding that it exists."),
          null);
    }
  }

  /// There is no such run. This is different from a run without events.
  public static final class RunNotFound extends NotFound {
    public static final String CODE = "run_not_found";
    private static final long serialVersionUID = 1L;

    public RunNotFound(RunId run) {
      super(
          new Problem(
              CODE,
              "No such run",
              "no run " + run + " is in this store",
              "List the runs of its session; old ones may have been trimmed."),
          null);
    }
  }

  /// The session does not have the requested artifact, or no longer has it.
  public static final class ArtifactNotFound extends NotFound {
    public static final String CODE = "artifact_not_found";
    private static final long serialVersionUID = 1L;

    public ArtifactNotFound(SessionId session, BlobId name) {
      super(
          new Problem(
              CODE,
              "No such artifact",
              "session %s does not keep artifact %s, or not any more".formatted(session, name),
              "List the artifacts of the session; old ones are dropped unless they are pinned."),
          null);
    }
  }

  /// The session has no MCP server with this name.
  public static final class McpServerNotFound extends NotFound {
    public static final String CODE = "mcp_server_not_found";
    private static final long serialVersionUID = 1L;

    public McpServerNotFound(SessionId session, String server) {
      super(
          new Problem(
              CODE,
              "No such MCP server",
              "session %s has no MCP server '%s'".formatted(session, server),
              "List the servers of the session, or add it."),
          null);
    }
  }
}
