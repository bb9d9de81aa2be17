package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import org.jspecify.annotations.Nullable;

/// The base of all exceptions that the public API throws. When one is thrown, the requested
/// operation was not partially carried out.
public abstract sealed class DroverException extends RuntimeException
    permits AgentExists,
        AnswerMismatch,
        ArtifactNotFound,
        CompactionFailed,
        OneShotFailed,
        ConfigurationInvalid,
        CursorInvalid,
        ForeignCodeFailed,
        HandOffRefused,
        PromptDenied,
        RunNotCompleted,
        RunKeyConflict,
        RunNotFound,
        RunWaitTimeout,
        RuntimeClosed,
        SessionBusy,
        SessionClosed,
        SessionDeleted,
        SessionExists,
        DeletionRefused,
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

  /// What happened and what to do, with a stable code.
  public Problem problem() {
    return problem;
  }
}
