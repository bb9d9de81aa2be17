package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A valid request was refused by a hook or by a rule of sessions. The session can be used as
/// before.
public abstract sealed class RequestRefused extends DroverException {
  private static final long serialVersionUID = 1L;

  private RequestRefused(Problem problem, @Nullable Throwable cause) {
    super(problem, cause);
  }

  /// A hook of the host denied the prompt. No run is created, the journal records the denial, and
  /// the session accepts other prompts.
  public static final class PromptDenied extends RequestRefused {
    public static final String CODE = "prompt_denied";
    private static final long serialVersionUID = 1L;

    private final String hook;
    private final String reason;

    public PromptDenied(SessionId session, String hook, String reason) {
      super(
          new Problem(
              CODE,
              "A hook denied the prompt",
              "hook %s does not let the prompt into session %s: %s"
                  .formatted(hook, session, reason),
              "Change the prompt as the reason says, or ask whoever runs the hook."),
          null);
      this.hook = hook;
      this.reason = reason;
    }

    /// The hook that denied it.
    public String hook() {
      return hook;
    }

    public String reason() {
      return reason;
    }
  }

  /// A session cannot be deleted because its forks share its events.
  public static final class DeletionRefused extends RequestRefused {
    public static final String CODE = dev.drover.spi.store.WriteRefused.DeleteBlockedByForks.CODE;
    private static final long serialVersionUID = 1L;

    /// @param forks at least one
    public DeletionRefused(SessionId session, List<SessionId> forks) {
      super(
          new Problem(
              CODE,
              "The session has forks",
              "session %s was forked, and its forks share its events: %s"
                  .formatted(
                      session,
                      forks.stream().map(SessionId::value).collect(Collectors.joining(", "))),
              "Delete its forks first."),
          null);
    }
  }

  /// The conversation cannot be handed off.
  public static final class HandOffRefused extends RequestRefused {
    public static final String CODE = "hand_off_refused";
    private static final long serialVersionUID = 1L;

    public HandOffRefused(SessionId session, String why) {
      super(
          new Problem(
              CODE,
              "The conversation cannot be handed on",
              "session %s: %s".formatted(session, why),
              "Go on in the session where the conversation is, or fork it."),
          null);
    }
  }

  /// The conversation could not be summarized and is unchanged.
  public static final class CompactionFailed extends RequestRefused {
    public static final String DENIED = "compaction_denied";
    private static final long serialVersionUID = 1L;

    /// @param problem of the model that was to summarize
    public CompactionFailed(Problem problem) {
      super(problem, null);
    }

    /// A hook of the host denied it. The journal records that.
    public CompactionFailed(SessionId session, String hook, String reason) {
      this(
          new Problem(
              DENIED,
              "A hook denied the compaction",
              "hook %s does not let session %s be summed up: %s".formatted(hook, session, reason),
              "Do as the reason says, or ask whoever runs the hook."));
    }
  }

  /// An MCP server did not answer, or refused.
  public static final class McpRequestFailed extends RequestRefused {
    public static final String CODE = "mcp_request_failed";
    private static final long serialVersionUID = 1L;

    public McpRequestFailed(String server, String why, Throwable cause) {
      super(
          new Problem(
              CODE,
              "An MCP server did not answer",
              "MCP server %s: %s".formatted(server, why),
              "Look at the state of its connection, and reconnect it if necessary."),
          cause);
    }
  }
}
