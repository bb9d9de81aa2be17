package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The request or the configuration is wrong, or contradicts what exists. The same call fails again
/// until the program is changed.
public abstract sealed class InvalidRequest extends DroverException {
  private static final long serialVersionUID = 1L;

  private InvalidRequest(Problem problem, @Nullable Throwable cause) {
    super(problem, cause);
  }

  /// A setting is invalid. It is reported when it is set, not when it is first used.
  public static final class ConfigurationInvalid extends InvalidRequest {
    public static final String CODE = "configuration_invalid";
    private static final long serialVersionUID = 1L;

    /// @param field the name under which the setting was set
    public ConfigurationInvalid(String field, String detail, String remedy) {
      super(new Problem(CODE, "Configuration", field + ": " + detail, remedy), null);
    }
  }

  /// A cursor of another session, or past the last event.
  public static final class CursorInvalid extends InvalidRequest {
    public static final String CODE = "cursor_invalid";
    private static final long serialVersionUID = 1L;

    public CursorInvalid(String detail) {
      super(
          new Problem(
              CODE,
              "Not a place in this session",
              detail,
              "Start from the beginning, or from a cursor that this session gave."),
          null);
    }
  }

  /// An agent was built under the name of a different agent, whose sessions it would have changed.
  public static final class AgentExists extends InvalidRequest {
    public static final String CODE = "agent_exists";
    private static final long serialVersionUID = 1L;

    private final transient List<String> differences;

    /// @param differences the settings that differ, with the names of the builder's methods
    public AgentExists(String agent, List<String> differences) {
      super(
          new Problem(
              CODE,
              "The agent exists",
              "agent '%s' was built before with other %s"
                  .formatted(agent, String.join(", ", differences)),
              "Give it another name, or build it with replacing() if it is to take the place of the"
                  + " first one in all its sessions."),
          null);
      this.differences = List.copyOf(differences);
    }

    /// The settings that differ, with the names of the builder's methods.
    public List<String> differences() {
      return differences;
    }
  }

  /// A session with this id already exists.
  public static final class SessionExists extends InvalidRequest {
    public static final String CODE = "session_exists";
    private static final long serialVersionUID = 1L;

    public SessionExists(SessionId session) {
      super(
          new Problem(
              CODE,
              "The session exists",
              "session " + session + " exists already",
              "Resume it, or create one with another id."),
          null);
    }
  }

  /// An idempotency key was used again with a different prompt.
  public static final class RunKeyConflict extends InvalidRequest {
    public static final String CODE = "run_key_conflict";
    private static final long serialVersionUID = 1L;

    public RunKeyConflict(RunKey key, RunId run) {
      super(
          new Problem(
              CODE,
              "The key was used for another prompt",
              "idempotency key " + key + " started run " + run + " with another prompt",
              "Use a new key for a new prompt."),
          null);
    }
  }
}
