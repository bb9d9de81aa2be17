package dev.drover.kernel.machine;

import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.BudgetSet.BudgetOrigin;
import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.OneShotRecord;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event.TakeoverCause;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms.ApprovalTerms;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.PromptDenial;
import dev.drover.kernel.message.ToolAnswer.HandOff;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.WhenBusy;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything that can reach a session from outside, results of effects included.
public sealed interface Input {
  /// About one open call.
  sealed interface OfCall extends Input {
    EffectId effect();
  }

  /// Inputs that an open session treats alike in every phase.
  sealed interface AnyTime extends Input {}

  record Opened(
      SessionId session,
      String agent,
      String workspace,
      Recipe recipe,
      Identity identity,
      SessionOrigin.Opened origin)
      implements Input {
    public Opened(SessionId session, String agent, String workspace, Recipe recipe) {
      this(session, agent, workspace, recipe, Identity.NONE, SessionOrigin.OWN);
    }
  }

  /// A new session is to continue from the position of this one. Decided on the state at that
  /// position; the source session does not receive it.
  ///
  /// @param session the new one
  /// @param source whose position it is; the position may be inherited from a session it was forked
  ///   from
  /// @param agent of the new session
  record Forked(SessionId session, SessionId source, String agent, String workspace, String by)
      implements Input {}

  /// A call ends its run, and another agent continues.
  record HandedOff(EffectId effect, HandOff to) implements OfCall {}

  /// The conversation is to be handed off while no run is active.
  record HandOffRequested(HandOff to, String by) implements Input {}

  /// @param recipe the agent's current configuration; journaled if it has changed
  record Prompted(RunId run, Prompt prompt, Recipe recipe, RunLimits limits, WhenBusy whenBusy)
      implements Input {
    public Prompted {
      // For every prompt: the account that a run shares with its delegated work is named after it.
      limits = limits.with(limits.budgets().forRun(run));
    }
  }

  /// @param judged the reply's calls, in its order, each with its terms and verdict
  /// @param fit whether the answer matches the type that the prompt asks for
  /// @param ending whether the answer is complete; a replay takes it from the journal, so that a
  ///   journal from before it was recorded still replays
  record ModelAnswered(
      EffectId effect,
      int attempt,
      ModelReply reply,
      List<JudgedCall> judged,
      AnswerValidation fit,
      AnswerEnding ending)
      implements Input {
    public ModelAnswered(EffectId effect, int attempt, ModelReply reply, List<JudgedCall> judged) {
      this(effect, attempt, reply, judged, AnswerValidation.FREE);
    }

    /// With the ending that follows from the reply.
    public ModelAnswered(
        EffectId effect,
        int attempt,
        ModelReply reply,
        List<JudgedCall> judged,
        AnswerValidation fit) {
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

  /// @param retryAt the time of the next attempt, computed by the retry policy; null to give up
  /// @param fallback the model that continues when this one is given up; null if there is none, or
  ///   if another model would fail as well
  record ModelCallFailed(
      EffectId effect,
      int attempt,
      Failure failure,
      @Nullable Instant retryAt,
      @Nullable FallbackModel fallback)
      implements Input {
    /// Without a fallback model.
    public ModelCallFailed(
        EffectId effect, int attempt, Failure failure, @Nullable Instant retryAt) {
      this(effect, attempt, failure, retryAt, null);
    }
  }

  /// The conversation was compacted before the model call, or the compaction was denied. The model
  /// call is still due.
  record ModelPostponed(EffectId effect, int attempt, CompactionOutcome outcome) implements Input {}

  /// The required checks of a run were carried out.
  ///
  /// @param findings the failed checks with their evidence, for the model to read
  record ChecksEnded(EffectId effect, VerificationReport report, String findings)
      implements Input {}

  /// The files that a call is about to change, or has changed.
  record FilesAnnounced(EffectId effect, List<FileChange> changes) implements OfCall {
    public FilesAnnounced {
      changes = List.copyOf(changes);
    }
  }

  /// A call that may change any file has taken a snapshot of the workspace first.
  ///
  /// @param snapshot its blob
  record WorkspaceCaptured(EffectId effect, BlobId snapshot) implements OfCall {}

  /// The changes of a call, found afterwards. They count even if the call is settled: a command
  /// that was stopped may have changed files before.
  record FilesFound(RunId run, EffectId effect, List<FileChange> changes) implements AnyTime {
    public FilesFound {
      changes = List.copyOf(changes);
    }
  }

  /// @param marks of the hooks that changed the text of the outcome
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

  /// The tool has returned, and the call continues elsewhere.
  ///
  /// @param labels of the outcome that it will have
  record ToolDeferred(EffectId effect, ToolDeferral terms, List<Label> labels) implements OfCall {
    public ToolDeferred {
      labels = List.copyOf(labels);
    }
  }

  /// The tool has returned with a question to a person.
  ///
  /// @param answerers the people who may answer, and their deadline
  record ToolAsked(EffectId effect, ToolQuestion question, ApprovalTerms answerers)
      implements OfCall {}

  /// A person's answer to a question of a tool.
  ///
  /// @param round of the question
  record AnswerGiven(EffectId effect, int round, QuestionAnswer answer, String by)
      implements OfCall {}

  /// A tool's news of a call that it deferred.
  ///
  /// @param labels of the outcome, if there is one
  /// @param marks of the hooks that changed the text of the outcome
  record DeferredNewsGiven(
      EffectId effect, DeferredCallNews news, List<Label> labels, List<HookMark> marks)
      implements OfCall {
    public DeferredNewsGiven {
      labels = List.copyOf(labels);
      marks = List.copyOf(marks);
    }

    public DeferredNewsGiven(EffectId effect, DeferredCallNews news) {
      this(effect, news, List.of(), List.of());
    }
  }

  /// A call is about to give a child a task.
  ///
  /// @param limits of runs that begin by themselves; null if they are not known
  record TaskAnnounced(
      EffectId effect, SessionId child, String agent, TaskMode mode, @Nullable RunLimits limits)
      implements OfCall {}

  /// A child reports the outcome of its task.
  record TaskFinished(SessionId child, TaskOutcome end) implements AnyTime {}

  /// The outcome of a deferred call, from the process that carried it out.
  record DeferredCallCompleted(EffectId effect, ToolOutcome outcome, List<Label> labels, String by)
      implements OfCall {
    public DeferredCallCompleted {
      labels = List.copyOf(labels);
    }
  }

  /// The deadline of a deferred call has passed without an outcome.
  record DeferredCallExpired(EffectId effect) implements OfCall {}

  /// The result of probing a call whose outcome was lost.
  ///
  /// @param marks of the hooks that changed the text of the outcome
  record ToolProbed(EffectId effect, ProbeResult finding, List<HookMark> marks) implements OfCall {
    public ToolProbed {
      marks = List.copyOf(marks);
    }

    public ToolProbed(EffectId effect, ProbeResult finding) {
      this(effect, finding, List.of());
    }
  }

  record ApprovalGiven(EffectId effect, ApprovalAnswer answer, String by) implements OfCall {}

  /// The deadline of an approval, or of a question of a tool, has passed without an answer.
  record ApprovalExpired(EffectId effect) implements OfCall {}

  /// This call is to end, and its run continues without it.
  record CallCancelled(EffectId effect, String by) implements OfCall {}

  /// The host calls a tool directly.
  ///
  /// @param run the id of the call
  /// @param by the caller
  record DirectCalled(RunId run, String by, JudgedCall judged) implements AnyTime {}

  /// @param run the only run, or direct call, to stop; null for all active work
  /// @param partial the part of the interrupted reply that the model had produced
  record CancelRequested(@Nullable RunId run, String by, String why, Text partial)
      implements Input {}

  /// The session is closed in this process: all active and queued work ends.
  ///
  /// @param partial the part of the interrupted reply that the model had produced
  record CloseRequested(String by, String why, Text partial) implements Input {}

  record ClearRequested(String by) implements Input {}

  /// The model is to continue with the last exchanges only.
  ///
  /// @param keep their number: a prompt, and everything until the next prompt
  record CompactRequested(String by, int keep) implements Input {
    public CompactRequested {
      if (keep < 1) {
        throw new IllegalArgumentException("the last prompt is always kept: " + keep);
      }
    }
  }

  /// The model is to see another outcome of a settled call.
  record EditRequested(EffectId effect, ToolOutcome outcome, String by) implements Input {}

  /// A compaction that was prepared while no run was active.
  ///
  /// @param effect of the summary call: the next free id
  record CompactionGiven(EffectId effect, CompactionOutcome outcome) implements Input {}

  /// The session is to have these budgets from its next call on.
  ///
  /// @param budgets the agent's own if the origin is [BudgetOrigin#RUN]
  /// @param origin [BudgetOrigin#RUN] if its runs are to have their own again
  record BudgetsGiven(BudgetSet budgets, String by, BudgetOrigin origin) implements AnyTime {
    /// They stay until they are set again.
    public BudgetsGiven(BudgetSet budgets, String by) {
      this(budgets, by, BudgetOrigin.SET);
    }
  }

  /// A piece of work was checked.
  record VerificationGiven(VerificationReport report) implements AnyTime {}

  /// A one-shot completion was made, in addition to the conversation.
  record OneShotGiven(OneShotRecord shot) implements AnyTime {}

  /// A hook has denied a prompt.
  record DenialGiven(PromptDenial denial) implements AnyTime {}

  /// A soft limit of an account is reached, as reported by the owner of the account.
  ///
  /// @param run the run, or the direct call, that reached it
  record AccountLimitReached(
      RunId run, BudgetScope payer, BudgetMeasure measure, long limit, long used)
      implements AnyTime {}

  /// The files that a run changed are to be restored to their state before it.
  record UndoRequested(RunId run, String by, List<String> paths) implements Input {
    public UndoRequested {
      paths = List.copyOf(paths);
    }
  }

  /// A writer found this run unfinished, with no process driving it.
  record Recovered(String by, RecoveryCourse mode, TakeoverCause cause) implements Input {
    /// After a crash.
    public Recovered(String by, RecoveryCourse course) {
      this(by, course, TakeoverCause.CRASH);
    }
  }

  /// How to treat a run whose process died.
  enum RecoveryCourse {
    DRIVE_ON,
    CLOSE
  }
}
