package dev.drover.kernel.event;

import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.BudgetSet.BudgetOrigin;
import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.OneShotRecord;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.DeferredCallNews.DeferredLook;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.PromptDenial;
import dev.drover.kernel.message.Prompt.PromptRewrite;
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
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A durable fact, named in the past tense. The journal contains only events.
///
/// An event records the decision, so that reading it never repeats the decision. Event types are
/// only added: one that was written once can be read, unchanged, for ever.
public sealed interface Event {
  /// About the session as a whole.
  sealed interface OfSession extends Event {}

  /// About one run, or one direct call.
  sealed interface OfRun extends Event {
    RunId run();
  }

  /// The end of one attempt of an effect that may have produced output while it was in progress.
  sealed interface AttemptEnd extends OfRun {
    EffectId effect();
  }

  /// What a run was asked for.
  sealed interface OfPrompt extends OfRun {}

  /// About the model calls of a run.
  sealed interface OfModel extends OfRun {
    EffectId effect();
  }

  /// Calls that are to be made.
  sealed interface OfPlan extends OfRun {}

  /// About the required checks of a run.
  sealed interface OfVerification extends OfRun {
    EffectId effect();
  }

  /// About one call of a run, or about a direct call.
  sealed interface OfCall extends OfRun {
    EffectId effect();
  }

  record SessionOpened(
      SessionId session,
      String agent,
      String workspace,
      Identity identity,
      SessionOrigin.Opened origin)
      implements OfSession {
    public SessionOpened(SessionId session, String agent, String workspace) {
      this(session, agent, workspace, Identity.NONE, SessionOrigin.OWN);
    }
  }

  /// A new session continues from a position in another one, whose events up to there are its own
  /// first ones. The conversation is shared; active work, queued prompts, approvals, grants and
  /// counters are not.
  ///
  /// @param session the new one
  /// @param at number of the last shared event: the one before this
  /// @param agent of the session from here on
  record SessionForked(
      SessionId session, SessionId source, long at, String agent, String workspace, String by)
      implements OfSession {}

  /// The conversation continues in another session, which begins in the same append. No further
  /// work begins in this session.
  record SessionHandedOff(HandOff to, String by) implements OfSession {}

  /// Subsequent requests are built from this recipe.
  record RecipeAdopted(Recipe recipe) implements OfSession {}

  /// The next request contains no earlier messages.
  record HistoryCleared(String by) implements OfSession {}

  /// Subsequent requests contain a shortened conversation; the journal keeps all of it.
  record HistoryCompacted(CompactionOutcome.Applied shortening) implements OfSession {
    /// Drops messages without a summary.
    public HistoryCompacted(String by, int dropped, int kept) {
      this(CompactionOutcome.Applied.plain(by, dropped, kept));
    }
  }

  /// From here on the model sees another outcome of a call. The effects of the call remain, and so
  /// does its original outcome in the journal.
  record OutcomeEdited(EffectId effect, ToolOutcome outcome, String by) implements OfSession {}

  /// A hook denied a compaction of the conversation.
  record CompactionDenied(CompactionOutcome.Denied denial) implements OfSession {}

  /// A compaction had no summary, or it came too late. Its usage is counted.
  record CompactionFailed(CompactionOutcome.Failed failure) implements OfSession {}

  /// From here on these budgets apply to the session.
  ///
  /// @param origin [BudgetOrigin#SET] if they apply regardless of the budgets of its runs, and
  ///   [BudgetOrigin#RUN] if the next run brings its own again
  record BudgetsSet(BudgetSet budgets, String by, BudgetOrigin origin) implements OfSession {
    /// They apply regardless of the budgets of its runs.
    public BudgetsSet(BudgetSet budgets, String by) {
      this(budgets, by, BudgetOrigin.SET);
    }
  }

  /// A piece of work was checked. Does not affect active work.
  record VerificationRecorded(VerificationReport report) implements OfSession {}

  /// A one-shot completion was made. Does not affect active work.
  record CompletionMade(OneShotRecord shot) implements OfSession {}

  /// A task of a child has ended. Recorded once for each task.
  ///
  /// @param usage tokens of the child itself; none if nothing waits for its result
  record TaskEnded(SessionId child, TaskStatus status, Usage usage) implements OfSession {}

  /// A prompt, or a steering text for the current run, was denied. It has no further effect.
  record PromptDenied(PromptDenial denial) implements OfSession {}

  record RunAccepted(RunId run, Prompt prompt, RunLimits limits) implements OfPrompt {}

  /// A prompt waits until the current run has ended.
  ///
  /// @param run that the prompt will start
  record PromptQueued(RunId run, Prompt prompt, Recipe recipe, RunLimits limits)
      implements OfPrompt {}

  /// A text that the current run receives before its next request.
  ///
  /// @param media attached to the text
  /// @param key under which it was sent, if it has one
  /// @param rewording how hooks changed the text, if they did
  record TextSteered(
      RunId run, Text text, List<Media> media, @Nullable RunKey key, PromptRewrite rewording)
      implements OfPrompt {
    public TextSteered {
      media = List.copyOf(media);
    }

    public TextSteered(RunId run, Text text, @Nullable RunKey key) {
      this(run, text, List.of(), key, PromptRewrite.NONE);
    }

    /// The message as the model gets it.
    public Message.User message() {
      return new Message.User(text, media);
    }
  }

  /// The host calls a tool directly. The events of the call carry this id, which is not the id of a
  /// run and ends when the call is settled.
  record DirectCallAccepted(RunId run, String by, PlannedCall call) implements OfPlan {}

  record ModelReplied(RunId run, EffectId effect, ModelReply reply)
      implements AttemptEnd, OfModel {}

  /// An attempt failed and another follows, not before `retryAt`. The output of the attempt is
  /// void.
  record ModelFailed(RunId run, EffectId effect, int attempt, Failure failure, Instant retryAt)
      implements AttemptEnd, OfModel {}

  /// The model has failed permanently, and the run continues with another one until it ends. The
  /// output of the attempt is void.
  ///
  /// @param effect of the failed call; the call of the other model has its own id
  /// @param attempt the last one
  record ModelReplaced(
      RunId run, EffectId effect, int attempt, Failure failure, FallbackModel fallback)
      implements AttemptEnd, OfModel {}

  /// The model was stopped during its reply; this is the part it had produced, possibly empty.
  record ReplyInterrupted(RunId run, EffectId effect, Text partial)
      implements AttemptEnd, OfModel {}

  /// The model's answer does not match the requested type. The error is returned to the model,
  /// which tries again.
  ///
  /// @param effect of the call that produced the answer
  /// @param validationError the error in the answer
  record AnswerRejected(RunId run, EffectId effect, String validationError) implements OfModel {
    /// Follows the error, for the model. Part of journaled conversations: never changed.
    private static final String AGAIN = "\nAnswer again, with the corrected JSON object alone.";

    /// The message as the model gets it.
    public Message.User message() {
      return new Message.User(Text.of(validationError + AGAIN));
    }

    /// Whether the message is such an error and not a message of the user.
    public static boolean isRejectionMessage(Message.User message) {
      return message.text() instanceof Text.Inline(var words) && words.endsWith(AGAIN);
    }
  }

  /// The model has given its answer. The run completes with it when the required checks have
  /// passed.
  ///
  /// @param effect that carries out the checks
  record VerificationStarted(RunId run, EffectId effect, RunOutcome.Completed answer)
      implements OfVerification {}

  /// A required check failed, and the model gets another turn to correct its work.
  ///
  /// @param effect that carried out the checks
  /// @param findings the failed checks with their evidence, for the model to read
  record VerificationFailed(RunId run, EffectId effect, String findings) implements OfVerification {
    /// Follows the findings, for the model. Part of journaled conversations: never changed.
    private static final String AGAIN =
        "\nThese checks must pass before the work is complete. Correct it, then answer again.";

    /// The message as the model gets it.
    public Message.User message() {
      return new Message.User(Text.of(findings + AGAIN));
    }

    /// Whether the message has such findings and is not a message of the user.
    public static boolean isFindingsMessage(Message.User message) {
      return message.text() instanceof Text.Inline(var words) && words.endsWith(AGAIN);
    }
  }

  record ToolsPlanned(RunId run, List<PlannedCall> calls) implements OfPlan {
    public ToolsPlanned {
      calls = List.copyOf(calls);
      if (calls.isEmpty()) {
        throw new IllegalArgumentException("a plan has at least one call");
      }
    }
  }

  /// @param grant the rule that is added by an approval for the session or for always
  /// @param answerers the people who may answer; anybody, if empty
  /// @param until the deadline for an approval; null if there is none
  record ApprovalRequested(
      RunId run,
      EffectId effect,
      String tool,
      String why,
      String grant,
      Text preview,
      List<String> answerers,
      @Nullable Instant until)
      implements OfCall {
    public ApprovalRequested {
      answerers = List.copyOf(answerers);
    }
  }

  record ApprovalAnswered(RunId run, EffectId effect, ApprovalAnswer answer, String by)
      implements OfCall {}

  /// The call may have happened from here on.
  record ToolStarted(RunId run, EffectId effect, int attempt) implements OfCall {}

  /// The workspace as it was before a call that may change any file in it.
  ///
  /// @param snapshot its blob, in the format of the tool
  record WorkspaceKept(RunId run, EffectId effect, BlobId snapshot) implements OfCall {}

  /// The files that the call is about to change, or that were found changed.
  ///
  /// @param changes empty if a check after the end of the call found no change
  record FilesTouched(RunId run, EffectId effect, List<FileChange> changes) implements OfCall {
    /// Bounds the size of an event: a call that changes more files is recorded in several.
    public static final int MOST = 256;

    public FilesTouched {
      changes = List.copyOf(changes);
    }
  }

  /// The tool has returned with a question to a person. It is called again when that is answered.
  ///
  /// @param round the number of the question among those of the call, starting at 1
  /// @param answerers the people who may answer; anybody, if empty
  /// @param until when the question counts as dismissed; null if never
  record QuestionAsked(
      RunId run,
      EffectId effect,
      int round,
      ToolQuestion question,
      List<String> answerers,
      @Nullable Instant until)
      implements OfCall {
    public QuestionAsked {
      answerers = List.copyOf(answerers);
    }
  }

  /// @param round of the question
  record QuestionAnswered(RunId run, EffectId effect, int round, QuestionAnswer answer, String by)
      implements OfCall {}

  /// The tool has returned, and the call continues elsewhere.
  ///
  /// @param until the deadline for an outcome; null if there is none
  /// @param labels of the outcome that it will have
  /// @param room whether the call keeps its slot among the parallel calls
  /// @param look when the tool is asked for news; null if it is not
  record ToolDeferred(
      RunId run,
      EffectId effect,
      @Nullable Instant until,
      List<Label> labels,
      ToolDeferral.Slot room,
      @Nullable DeferredLook look)
      implements OfCall {
    public ToolDeferred {
      labels = List.copyOf(labels);
    }

    public ToolDeferred(
        RunId run,
        EffectId effect,
        @Nullable Instant until,
        List<Label> labels,
        ToolDeferral.Slot room) {
      this(run, effect, until, labels, room, null);
    }

    public ToolDeferred(RunId run, EffectId effect, @Nullable Instant until, List<Label> labels) {
      this(run, effect, until, labels, ToolDeferral.Slot.FREED);
    }
  }

  /// The tool was asked for news of a deferred call, which is still in progress.
  ///
  /// @param progress in the words of the tool; may be empty
  /// @param next when the tool is asked again
  record DeferredCallChecked(RunId run, EffectId effect, String progress, Instant next)
      implements OfCall {}

  /// A child is given a task. Its session exists or is about to be created.
  ///
  /// @param agent that carries out the task
  /// @param limits of the run that begins when a background task of a direct call has ended; null
  ///   for those of the run that started it
  record TaskStarted(
      RunId run,
      EffectId effect,
      SessionId child,
      String agent,
      TaskMode mode,
      @Nullable RunLimits limits)
      implements OfCall {
    public TaskStarted(RunId run, EffectId effect, SessionId child, String agent, TaskMode mode) {
      this(run, effect, child, agent, mode, null);
    }
  }

  /// @param labels about the source of the outcome
  /// @param by the sender of an outcome from elsewhere; null if the call ended in this process
  /// @param marks of the hooks that changed the text of the outcome
  record ToolSettled(
      RunId run,
      EffectId effect,
      ToolOutcome outcome,
      List<Label> labels,
      @Nullable String by,
      List<HookMark> marks)
      implements OfCall, AttemptEnd {
    public ToolSettled {
      labels = List.copyOf(labels);
      marks = List.copyOf(marks);
    }

    public ToolSettled(
        RunId run, EffectId effect, ToolOutcome outcome, List<Label> labels, @Nullable String by) {
      this(run, effect, outcome, labels, by, List.of());
    }

    public ToolSettled(RunId run, EffectId effect, ToolOutcome outcome, List<Label> labels) {
      this(run, effect, outcome, labels, null);
    }

    public ToolSettled(RunId run, EffectId effect, ToolOutcome outcome) {
      this(run, effect, outcome, List.of());
    }
  }

  /// A soft limit is reached. Recorded once for each limit.
  ///
  /// @param limit the soft one
  /// @param used the amount at that time
  record BudgetWarned(RunId run, BudgetScope payer, BudgetMeasure measure, long limit, long used)
      implements OfRun {}

  /// Another process took the run over.
  ///
  /// @param lost effects without an outcome: those in progress, and the model call that was next
  record RunRecovered(RunId run, String by, List<EffectId> lost, TakeoverCause cause)
      implements OfRun {
    public RunRecovered {
      lost = List.copyOf(lost);
    }

    /// After a crash.
    public RunRecovered(RunId run, String by, List<EffectId> lost) {
      this(run, by, lost, TakeoverCause.CRASH);
    }
  }

  record RunFinished(RunId run, RunOutcome outcome, Usage usage) implements OfRun {}

  /// The files are to be restored to their state before the run. The conversation is unchanged.
  ///
  /// @param paths the files to restore
  record UndoOrdered(RunId run, String by, List<String> paths) implements OfRun {
    public UndoOrdered {
      paths = List.copyOf(paths);
    }
  }

  /// Why another process continues the work of a session.
  enum TakeoverCause {
    /// The previous process died while it worked on the session. Crashes are counted, because work
    /// that kills its process each time is not retried for ever.
    CRASH,
    /// The previous process left, or everything in the session was waiting. Not counted.
    MOVE
  }
}
