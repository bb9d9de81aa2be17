package dev.drover.codec.form;

import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.BudgetSet.BudgetOrigin;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event.TakeoverCause;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.WhenBusy;
import org.jspecify.annotations.Nullable;

/// The JSON names of the kernel's constants. Listed and not derived: a constant can be renamed in
/// Java, and old journals are still readable.
final class EnumNames {
  private EnumNames() {}

  static String of(EffectClass effects) {
    return switch (effects) {
      case PURE -> "pure";
      case IDEMPOTENT -> "idempotent";
      case UNSAFE -> "unsafe";
    };
  }

  static EffectClass effects(String word) {
    return switch (word) {
      case "pure" -> EffectClass.PURE;
      case "idempotent" -> EffectClass.IDEMPOTENT;
      case "unsafe" -> EffectClass.UNSAFE;
      default -> throw unknown(word);
    };
  }

  static String of(WhenBusy whenBusy) {
    return switch (whenBusy) {
      case REFUSE -> "refuse";
      case QUEUE -> "queue";
      case STEER -> "steer";
    };
  }

  static WhenBusy whenBusy(String word) {
    return switch (word) {
      case "refuse" -> WhenBusy.REFUSE;
      case "queue" -> WhenBusy.QUEUE;
      case "steer" -> WhenBusy.STEER;
      default -> throw unknown(word);
    };
  }

  static String of(TakeoverCause cause) {
    return switch (cause) {
      case CRASH -> "crash";
      case MOVE -> "move";
    };
  }

  static TakeoverCause takeoverCause(String word) {
    return switch (word) {
      case "crash" -> TakeoverCause.CRASH;
      case "move" -> TakeoverCause.MOVE;
      default -> throw unknown(word);
    };
  }

  static String of(CallTerms.AfterCrash afterCrash) {
    return switch (afterCrash) {
      case RUN_AGAIN -> "run_again";
      case TELL_MODEL -> "tell_model";
      case ASK_PERSON -> "ask_person";
      case PROBE -> "probe";
    };
  }

  static CallTerms.AfterCrash afterCrash(String word) {
    return switch (word) {
      case "run_again" -> CallTerms.AfterCrash.RUN_AGAIN;
      case "tell_model" -> CallTerms.AfterCrash.TELL_MODEL;
      case "ask_person" -> CallTerms.AfterCrash.ASK_PERSON;
      case "probe" -> CallTerms.AfterCrash.PROBE;
      default -> throw unknown(word);
    };
  }

  static String of(CallTerms.Pace pace) {
    return switch (pace) {
      case PARALLEL -> "parallel";
      case IN_ORDER -> "in_order";
    };
  }

  static CallTerms.Pace pace(String word) {
    return switch (word) {
      case "parallel" -> CallTerms.Pace.PARALLEL;
      case "in_order" -> CallTerms.Pace.IN_ORDER;
      default -> throw unknown(word);
    };
  }

  static String of(ApprovalAnswer.Scope scope) {
    return switch (scope) {
      case ONCE -> "once";
      case SESSION -> "session";
      case ALWAYS -> "always";
    };
  }

  static ApprovalAnswer.Scope scope(String word) {
    return switch (word) {
      case "once" -> ApprovalAnswer.Scope.ONCE;
      case "session" -> ApprovalAnswer.Scope.SESSION;
      case "always" -> ApprovalAnswer.Scope.ALWAYS;
      default -> throw unknown(word);
    };
  }

  static String of(ApprovalAnswer.OnDenial then) {
    return switch (then) {
      case GO_ON -> "go_on";
      case STOP -> "stop";
    };
  }

  static ApprovalAnswer.OnDenial then(String word) {
    return switch (word) {
      case "go_on" -> ApprovalAnswer.OnDenial.GO_ON;
      case "stop" -> ApprovalAnswer.OnDenial.STOP;
      default -> throw unknown(word);
    };
  }

  static String of(ModelReply.StopReason stop) {
    return switch (stop) {
      case DONE -> "done";
      case CALLS -> "calls";
      case LENGTH -> "length";
      case REFUSED -> "refused";
    };
  }

  static ModelReply.StopReason stop(String word) {
    return switch (word) {
      case "done" -> ModelReply.StopReason.DONE;
      case "calls" -> ModelReply.StopReason.CALLS;
      case "length" -> ModelReply.StopReason.LENGTH;
      case "refused" -> ModelReply.StopReason.REFUSED;
      default -> throw unknown(word);
    };
  }

  static String of(AnswerEnding ending) {
    return switch (ending) {
      case WHOLE -> "whole";
      case CUT -> "cut";
      case EMPTY -> "empty";
    };
  }

  /// @param word null if absent: the answer is complete, or was recorded before endings were
  static AnswerEnding answerEnding(@Nullable String word) {
    return switch (word) {
      case null -> AnswerEnding.WHOLE;
      case "whole" -> AnswerEnding.WHOLE;
      case "cut" -> AnswerEnding.CUT;
      case "empty" -> AnswerEnding.EMPTY;
      default -> throw unknown(word);
    };
  }

  static String of(Message.Ending ending) {
    return switch (ending) {
      case WHOLE -> "whole";
      case INTERRUPTED -> "interrupted";
    };
  }

  static Message.Ending ending(String word) {
    return switch (word) {
      case "whole" -> Message.Ending.WHOLE;
      case "interrupted" -> Message.Ending.INTERRUPTED;
      default -> throw unknown(word);
    };
  }

  static String of(TaskMode mode) {
    return switch (mode) {
      case FOREGROUND -> "foreground";
      case BACKGROUND -> "background";
    };
  }

  static TaskMode taskMode(String word) {
    return switch (word) {
      case "foreground" -> TaskMode.FOREGROUND;
      case "background" -> TaskMode.BACKGROUND;
      default -> throw unknown(word);
    };
  }

  static String of(TaskStatus status) {
    return switch (status) {
      case COMPLETED -> "completed";
      case FAILED -> "failed";
      case CANCELLED -> "cancelled";
    };
  }

  static TaskStatus taskStatus(String word) {
    return switch (word) {
      case "completed" -> TaskStatus.COMPLETED;
      case "failed" -> TaskStatus.FAILED;
      case "cancelled" -> TaskStatus.CANCELLED;
      default -> throw unknown(word);
    };
  }

  static String of(HookMark.Action deed) {
    return switch (deed) {
      case REWROTE -> "rewrote";
      case DENIED -> "denied";
    };
  }

  static HookMark.Action deed(String word) {
    return switch (word) {
      case "rewrote" -> HookMark.Action.REWROTE;
      case "denied" -> HookMark.Action.DENIED;
      default -> throw unknown(word);
    };
  }

  static String of(CompactionOutcome.Cause cause) {
    return switch (cause) {
      case ASKED -> "asked";
      case WINDOW -> "window";
      case OVERFLOW -> "overflow";
    };
  }

  static CompactionOutcome.Cause cause(String word) {
    return switch (word) {
      case "asked" -> CompactionOutcome.Cause.ASKED;
      case "window" -> CompactionOutcome.Cause.WINDOW;
      case "overflow" -> CompactionOutcome.Cause.OVERFLOW;
      default -> throw unknown(word);
    };
  }

  static String of(Label label) {
    return switch (label) {
      case UNTRUSTED -> "untrusted";
      case SECRET -> "secret";
    };
  }

  static Label label(String word) {
    return switch (word) {
      case "untrusted" -> Label.UNTRUSTED;
      case "secret" -> Label.SECRET;
      default -> throw unknown(word);
    };
  }

  static String of(FileChange.Copy copy) {
    return switch (copy) {
      case KEPT -> "kept";
      case NOT_KEPT -> "not_kept";
    };
  }

  static FileChange.Copy copy(String word) {
    return switch (word) {
      case "kept" -> FileChange.Copy.KEPT;
      case "not_kept" -> FileChange.Copy.NOT_KEPT;
      default -> throw unknown(word);
    };
  }

  static String of(BudgetMeasure measure) {
    return switch (measure) {
      case TOKENS -> "tokens";
      case MONEY -> "money";
      case MODEL_CALLS -> "model_calls";
      case TOOL_CALLS -> "tool_calls";
      case TIME -> "time";
    };
  }

  static BudgetMeasure measure(String word) {
    return switch (word) {
      case "tokens" -> BudgetMeasure.TOKENS;
      case "money" -> BudgetMeasure.MONEY;
      case "model_calls" -> BudgetMeasure.MODEL_CALLS;
      case "tool_calls" -> BudgetMeasure.TOOL_CALLS;
      case "time" -> BudgetMeasure.TIME;
      default -> throw unknown(word);
    };
  }

  static String of(VerificationReport.Check.Requirement need) {
    return switch (need) {
      case REQUIRED -> "required";
      case OPTIONAL -> "optional";
    };
  }

  static VerificationReport.Check.Requirement need(String word) {
    return switch (word) {
      case "required" -> VerificationReport.Check.Requirement.REQUIRED;
      case "optional" -> VerificationReport.Check.Requirement.OPTIONAL;
      default -> throw unknown(word);
    };
  }

  static String of(VerificationReport.Check.Status standing) {
    return switch (standing) {
      case PASSED -> "passed";
      case FAILED -> "failed";
      case NEEDS_REVIEW -> "needs_review";
      case SKIPPED -> "skipped";
    };
  }

  static VerificationReport.Check.Status standing(String word) {
    return switch (word) {
      case "passed" -> VerificationReport.Check.Status.PASSED;
      case "failed" -> VerificationReport.Check.Status.FAILED;
      case "needs_review" -> VerificationReport.Check.Status.NEEDS_REVIEW;
      case "skipped" -> VerificationReport.Check.Status.SKIPPED;
      default -> throw unknown(word);
    };
  }

  static String of(BudgetOrigin origin) {
    return switch (origin) {
      case RUN -> "run";
      case SET -> "set";
    };
  }

  static BudgetOrigin origin(String word) {
    return switch (word) {
      case "run" -> BudgetOrigin.RUN;
      case "set" -> BudgetOrigin.SET;
      default -> throw unknown(word);
    };
  }

  /// The reader reports the field.
  static IllegalArgumentException unknown(String word) {
    return new IllegalArgumentException("'" + word + "' is not known here");
  }
}
