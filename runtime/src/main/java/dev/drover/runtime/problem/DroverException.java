package dev.drover.runtime.problem;

import dev.drover.kernel.Problem;
import org.jspecify.annotations.Nullable;

/// The one family of errors that the public API throws. Nothing that a caller asked for was half
/// done when one of these is thrown.
public abstract sealed class DroverException extends RuntimeException
    permits AgentExists,
        AnswerUnfit,
        ArtifactNotFound,
        CompactionFailed,
        CompletionFailed,
        ConfigurationInvalid,
        CursorInvalid,
        ForeignCodeFailed,
        HandOffRefused,
        PromptDenied,
        RunEnded,
        RunKeyConflict,
        RunNotFound,
        RunNotOver,
        RuntimeClosed,
        SessionBusy,
        SessionClosed,
        SessionDeleted,
        SessionExists,
        SessionHasForks,
        SessionNotFound,
        SessionTakenOver,
        SessionUnreadable,
        StoreFailed,
        WaitInterrupted {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  DroverException(Problem problem, @Nullable Throwable cause) {
    super(problem.toString(), cause);
    this.problem = problem;
  }

  /// What happened and what to do, with a code that stays the same.
  public Problem problem() {
    return problem;
  }
}
