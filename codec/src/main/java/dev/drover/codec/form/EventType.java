package dev.drover.codec.form;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The name of an event, and the version of its form that is written today. Every version from 1 to
/// that one is read.
enum EventType {
  SESSION_OPENED("session_opened", 1),
  SESSION_FORKED("session_forked", 1),
  SESSION_HANDED_OFF("session_handed_off", 1),
  RECIPE_ADOPTED("recipe_adopted", 1),
  HISTORY_CLEARED("history_cleared", 1),
  HISTORY_COMPACTED("history_compacted", 1),
  OUTCOME_EDITED("outcome_edited", 1),
  COMPACTION_DENIED("compaction_denied", 1),
  COMPACTION_FAILED("compaction_failed", 1),
  BUDGETS_SET("budgets_set", 1),
  VERIFICATION_RECORDED("verification_recorded", 1),
  COMPLETION_MADE("completion_made", 1),
  PROMPT_DENIED("prompt_denied", 1),
  RUN_ACCEPTED("run_accepted", 1),
  PROMPT_QUEUED("prompt_queued", 1),
  TEXT_STEERED("text_steered", 1),
  DIRECT_CALL_ACCEPTED("direct_call_accepted", 1),
  MODEL_REPLIED("model_replied", 1),
  MODEL_FAILED("model_failed", 1),
  MODEL_REPLACED("model_replaced", 1),
  REPLY_INTERRUPTED("reply_interrupted", 1),
  ANSWER_REJECTED("answer_rejected", 1),
  VERIFICATION_STARTED("verification_started", 1),
  VERIFICATION_FAILED("verification_failed", 1),
  TOOLS_PLANNED("tools_planned", 1),
  APPROVAL_REQUESTED("approval_requested", 1),
  APPROVAL_ANSWERED("approval_answered", 1),
  TOOL_STARTED("tool_started", 1),
  WORKSPACE_KEPT("workspace_kept", 1),
  FILES_TOUCHED("files_touched", 1),
  TOOL_DEFERRED("tool_deferred", 1),
  QUESTION_ASKED("question_asked", 1),
  QUESTION_ANSWERED("question_answered", 1),
  DEFERRED_CALL_CHECKED("deferred_call_checked", 1),
  TASK_STARTED("task_started", 1),
  TASK_ENDED("task_ended", 1),
  TOOL_SETTLED("tool_settled", 1),
  BUDGET_WARNED("budget_warned", 1),
  RUN_RECOVERED("run_recovered", 1),
  RUN_FINISHED("run_finished", 1),
  UNDO_ORDERED("undo_ordered", 1);

  private static final Map<String, EventType> BY_WORD = HashMap.newHashMap(values().length);

  static {
    for (var type : values()) {
      BY_WORD.put(type.word, type);
    }
  }

  final String word;
  final int version;

  EventType(String word, int version) {
    this.word = word;
    this.version = version;
  }

  static @Nullable EventType of(String word) {
    return BY_WORD.get(word);
  }
}
