package dev.drover.kernel;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything that can reach a session from outside. Effects answer through here as well.
public sealed interface Input {
  /// About one call that is open.
  sealed interface OfCall extends Input {
    EffectId effect();
  }

  /// What is taken alike whatever the session is doing, once it is open.
  sealed interface AnyTime extends Input {}

  record Opened(
      SessionId session,
      String agent,
      String workspace,
      Recipe recipe,
      Identity identity,
      Origin.Opened origin)
      implements Input {
    public Opened(SessionId session, String agent, String workspace, Recipe recipe) {
      this(session, agent, workspace, recipe, Identity.NONE, Origin.OWN);
    }
  }

  /// A new session is to go on from where this one stands. Decided on the state at that place, and
  /// never told to the session that is there.
  ///
  /// @param session the new one
  /// @param source whose place it is; it may have the place from a session that it was forked from
  ///   itself
  /// @param agent whose session it will be
  record Forked(SessionId session, SessionId source, String agent, String workspace, String by)
      implements Input {}

  /// A call ends its run, and somebody else goes on.
  record HandedOff(EffectId effect, HandOff to) implements OfCall {}

  /// Somebody hands the conversation on while nothing is going.
  record HandOffRequested(HandOff to, String by) implements Input {}

  /// @param recipe the agent as it is configured now; journaled if it is not what it was
  record Prompted(RunId run, Prompt prompt, Recipe recipe, Limits limits, WhenBusy whenBusy)
      implements Input {
    public Prompted {
      // Whoever prompts: the account that a run shares with those who work for it has its name.
      limits = limits.with(limits.budgets().in(run));
    }
  }

  /// @param judged the reply's calls, in its order, each with its terms and verdict
  /// @param fit whether it is an answer as the prompt wants it
  /// @param ending whether the answer is complete; a replay takes it from the journal, so that a
  ///   journal from before it was recorded still replays
  record ModelAnswered(
      EffectId effect,
      int attempt,
      ModelReply reply,
      List<JudgedCall> judged,
      Fit fit,
      AnswerEnding ending)
      implements Input {
    public ModelAnswered(EffectId effect, int attempt, ModelReply reply, List<JudgedCall> judged) {
      this(effect, attempt, reply, judged, Fit.FREE);
    }

    /// The reply says how its answer ends.
    public ModelAnswered(
        EffectId effect, int attempt, ModelReply reply, List<JudgedCall> judged, Fit fit) {
      this(effect, attempt, reply, judged, fit, AnswerEnding.of(reply));
    }

    public ModelAnswered {
      judged = List.copyOf(judged);
      if (judged.isEmpty() ? reply.hasCalls() : judged.size() != reply.calls().size()) {
        throw new IllegalArgumentException(
            "%d calls, %d verdicts".formatted(reply.calls().size(), judged.size()));
      }
    }
  }

  /// @param retryAt when to try again, or null to give up; who computes it knows the retry policy
  /// @param fallback who goes on when the model is given up; null if there is nobody, or if another
  ///   model would fail as well
  record ModelBroke(
      EffectId effect,
      int attempt,
      Failure failure,
      @Nullable Instant retryAt,
      @Nullable Fallback fallback)
      implements Input {
    /// With nobody to go on.
    public ModelBroke(EffectId effect, int attempt, Failure failure, @Nullable Instant retryAt) {
      this(effect, attempt, failure, retryAt, null);
    }
  }

  /// Whoever was to ask the model has made the conversation shorter first, or was not let. The
  /// model is still to be asked.
  record ModelPostponed(EffectId effect, int attempt, ShorteningOutcome outcome) implements Input {}

  /// A call tells which files it is about to change, or which it has changed.
  record FilesAnnounced(EffectId effect, List<FileChange> changes) implements OfCall {
    public FilesAnnounced {
      changes = List.copyOf(changes);
    }
  }

  /// A call that may change anything has looked at the workspace first.
  ///
  /// @param look where what it saw is kept
  record WorkspaceLooked(EffectId effect, BlobId look) implements OfCall {}

  /// What a call has changed, seen afterwards. It counts whether or not somebody still waits for
  /// the call: a command that was stopped has done what it has done.
  record FilesFound(RunId run, EffectId effect, List<FileChange> changes) implements AnyTime {
    public FilesFound {
      changes = List.copyOf(changes);
    }
  }

  /// @param marks of the hooks that gave the outcome other words than the tool did
  record ToolAnswered(
      EffectId effect, ToolOutcome outcome, List<Label> labels, List<HookMark> marks)
      implements OfCall {
    public ToolAnswered {
      labels = List.copyOf(labels);
      marks = List.copyOf(marks);
    }

    public ToolAnswered(EffectId effect, ToolOutcome outcome, List<Label> labels) {
      this(effect, outcome, labels, List.of());
    }

    public ToolAnswered(EffectId effect, ToolOutcome outcome) {
      this(effect, outcome, List.of());
    }
  }

  /// The tool has returned, and the call goes on elsewhere.
  ///
  /// @param labels of the outcome that it will have
  record ToolDeferred(EffectId effect, Deferred terms, List<Label> labels) implements OfCall {
    public ToolDeferred {
      labels = List.copyOf(labels);
    }
  }

  /// A call is about to give a child something to do.
  ///
  /// @param limits of runs that begin by themselves; null if they are not known
  record TaskAnnounced(
      EffectId effect, SessionId child, String agent, TaskMode mode, @Nullable Limits limits)
      implements OfCall {}

  /// A child tells how what it was given to do has ended.
  record TaskFinished(SessionId child, TaskEnd end) implements AnyTime {}

  /// Whoever carried the call out elsewhere says how it ended.
  record CompletionGiven(EffectId effect, ToolOutcome outcome, List<Label> labels, String by)
      implements OfCall {
    public CompletionGiven {
      labels = List.copyOf(labels);
    }
  }

  /// Nobody has said how the call ended, and it is too late now.
  record CompletionOverdue(EffectId effect) implements OfCall {}

  /// What a tool found out about a call whose outcome was lost.
  ///
  /// @param marks of the hooks that gave the outcome other words than the tool did
  record ToolProbed(EffectId effect, Finding finding, List<HookMark> marks) implements OfCall {
    public ToolProbed {
      marks = List.copyOf(marks);
    }

    public ToolProbed(EffectId effect, Finding finding) {
      this(effect, finding, List.of());
    }
  }

  record ApprovalGiven(EffectId effect, Answer answer, String by) implements OfCall {}

  /// Nobody has answered, and it is too late now.
  record ApprovalExpired(EffectId effect) implements OfCall {}

  /// This call is to end, and its run goes on without it.
  record CallCancelled(EffectId effect, String by) implements OfCall {}

  /// The host calls a tool itself.
  ///
  /// @param run the name of the call
  /// @param by who calls
  record DirectCalled(RunId run, String by, JudgedCall judged) implements AnyTime {}

  /// @param run the only run, or direct call, this may stop; null for all that is going
  /// @param partial how far the model had got in the reply that is being cut off
  record CancelRequested(@Nullable RunId run, String by, String why, Text partial)
      implements Input {}

  /// The session is let go of for good in this process: all that is going or waiting ends.
  ///
  /// @param partial how far the model had got in the reply that is being cut off
  record CloseRequested(String by, String why, Text partial) implements Input {}

  record ClearRequested(String by) implements Input {}

  /// The model is to go on with the last exchanges alone.
  ///
  /// @param keep how many of them: a prompt, and all that was said and done until the next
  record CompactRequested(String by, int keep) implements Input {
    public CompactRequested {
      if (keep < 1) {
        throw new IllegalArgumentException("the last prompt is always kept: " + keep);
      }
    }
  }

  /// The model is to see another outcome of a call that is settled.
  record EditRequested(EffectId effect, ToolOutcome outcome, String by) implements Input {}

  /// Somebody has worked out how the conversation becomes shorter, while no run is going.
  ///
  /// @param effect under which the model was asked to sum it up: the name that was next
  record CompactionGiven(EffectId effect, ShorteningOutcome outcome) implements Input {}

  /// The session is to be under these budgets from its next call on.
  record BudgetsGiven(Budgets budgets, String by) implements AnyTime {}

  /// Somebody has checked a piece of work.
  record VerificationGiven(VerificationReport report) implements AnyTime {}

  /// Somebody has asked a model something beside the conversation, and has its answer.
  record OneShotGiven(OneShot shot) implements AnyTime {}

  /// A hook has not let a prompt in.
  record DenialGiven(PromptDenial denial) implements AnyTime {}

  /// Whoever keeps an account says that a soft limit of it is reached.
  ///
  /// @param run the one, or the direct call, that reached it
  record AccountReached(RunId run, Payer payer, Measure measure, long limit, long used)
      implements AnyTime {}

  /// The files that a run touched are to be as they were before it.
  record UndoRequested(RunId run, String by, List<String> paths) implements Input {
    public UndoRequested {
      paths = List.copyOf(paths);
    }
  }

  /// A writer found this run unfinished and nobody driving it.
  record Recovered(String by, Course course, TakeoverCause cause) implements Input {
    /// After a crash.
    public Recovered(String by, Course course) {
      this(by, course, TakeoverCause.CRASH);
    }
  }

  /// What to do with a run whose process died.
  enum Course {
    DRIVE_ON,
    CLOSE
  }

  sealed interface Finding {
    record Happened(ToolOutcome outcome) implements Finding {
      public Happened {
        NullChecks.nonNull(outcome, "Happened.outcome");
      }
    }

    record DidNotHappen() implements Finding {}

    record CannotTell(String why) implements Finding {
      public CannotTell {
        NullChecks.nonNull(why, "CannotTell.why");
      }
    }
  }
}
