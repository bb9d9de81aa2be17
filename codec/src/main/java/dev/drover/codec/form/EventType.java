package dev.drover.codec.form;

import dev.drover.kernel.event.Event;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The name of an event, and the version of its form that is written today. Every version from 1 to
/// that one is read.
public enum EventType {
  SESSION_OPENED("session_opened", 1, Event.SessionOpened.class),
  SESSION_FORKED("session_forked", 1, Event.SessionForked.class),
  SESSION_HANDED_OFF("session_handed_off", 1, Event.SessionHandedOff.class),
  RECIPE_ADOPTED("recipe_adopted", 1, Event.RecipeAdopted.class),
  HISTORY_CLEARED("history_cleared", 1, Event.HistoryCleared.class),
  HISTORY_COMPACTED("history_compacted", 1, Event.HistoryCompacted.class),
  OUTCOME_EDITED("outcome_edited", 1, Event.OutcomeEdited.class),
  COMPACTION_DENIED("compaction_denied", 1, Event.CompactionDenied.class),
  COMPACTION_FAILED("compaction_failed", 1, Event.CompactionFailed.class),
  BUDGETS_SET("budgets_set", 1, Event.BudgetsSet.class),
  VERIFICATION_RECORDED("verification_recorded", 1, Event.VerificationRecorded.class),
  COMPLETION_MADE("completion_made", 1, Event.CompletionMade.class),
  PROMPT_DENIED("prompt_denied", 1, Event.PromptDenied.class),
  RUN_ACCEPTED("run_accepted", 1, Event.RunAccepted.class),
  PROMPT_QUEUED("prompt_queued", 1, Event.PromptQueued.class),
  TEXT_STEERED("text_steered", 1, Event.TextSteered.class),
  DIRECT_CALL_ACCEPTED("direct_call_accepted", 1, Event.DirectCallAccepted.class),
  MODEL_REPLIED("model_replied", 1, Event.ModelReplied.class),
  MODEL_FAILED("model_failed", 1, Event.ModelFailed.class),
  MODEL_REPLACED("model_replaced", 1, Event.ModelReplaced.class),
  REPLY_INTERRUPTED("reply_interrupted", 1, Event.ReplyInterrupted.class),
  ANSWER_REJECTED("answer_rejected", 1, Event.AnswerRejected.class),
  VERIFICATION_STARTED("verification_started", 1, Event.VerificationStarted.class),
  VERIFICATION_FAILED("verification_failed", 1, Event.VerificationFailed.class),
  TOOLS_PLANNED("tools_planned", 1, Event.ToolsPlanned.class),
  APPROVAL_REQUESTED("approval_requested", 1, Event.ApprovalRequested.class),
  APPROVAL_ANSWERED("approval_answered", 1, Event.ApprovalAnswered.class),
  TOOL_STARTED("tool_started", 1, Event.ToolStarted.class),
  WORKSPACE_KEPT("workspace_kept", 1, Event.WorkspaceKept.class),
  FILES_TOUCHED("files_touched", 1, Event.FilesTouched.class),
  TOOL_DEFERRED("tool_deferred", 1, Event.ToolDeferred.class),
  QUESTION_ASKED("question_asked", 1, Event.QuestionAsked.class),
  QUESTION_ANSWERED("question_answered", 1, Event.QuestionAnswered.class),
  DEFERRED_CALL_CHECKED("deferred_call_checked", 1, Event.DeferredCallChecked.class),
  TASK_STARTED("task_started", 1, Event.TaskStarted.class),
  TASK_ENDED("task_ended", 1, Event.TaskEnded.class),
  TOOL_SETTLED("tool_settled", 1, Event.ToolSettled.class),
  BUDGET_WARNED("budget_warned", 1, Event.BudgetWarned.class),
  RUN_RECOVERED("run_recovered", 1, Event.RunRecovered.class),
  RUN_FINISHED("run_finished", 1, Event.RunFinished.class),
  UNDO_ORDERED("undo_ordered", 1, Event.UndoOrdered.class);

  private static final Map<String, EventType> BY_WORD = HashMap.newHashMap(values().length);

  private static final Map<Class<? extends Event>, EventType> BY_CLASS =
      HashMap.newHashMap(values().length);

  static {
    for (var type : values()) {
      BY_WORD.put(type.word, type);
      BY_CLASS.put(type.event, type);
    }
  }

  final String word;
  final int version;
  private final Class<? extends Event> event;

  EventType(String word, int version, Class<? extends Event> event) {
    this.word = word;
    this.version = version;
    this.event = event;
  }

  /// The name of an event.
  public static String wordOf(Event event) {
    return Objects.requireNonNull(BY_CLASS.get(event.getClass()), event.getClass()::getName).word;
  }

  static @Nullable EventType of(String word) {
    return BY_WORD.get(word);
  }
}
