package dev.drover.codec.form;

import dev.drover.kernel.Answer;
import dev.drover.kernel.AnswerEnding;
import dev.drover.kernel.CallTerms;
import dev.drover.kernel.CheckOutcome;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.FileChange;
import dev.drover.kernel.HookMark;
import dev.drover.kernel.Label;
import dev.drover.kernel.Measure;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ShorteningOutcome;
import dev.drover.kernel.Spending;
import dev.drover.kernel.TakeoverCause;
import dev.drover.kernel.TaskMode;
import dev.drover.kernel.TaskStatus;
import dev.drover.kernel.WhenBusy;
import org.jspecify.annotations.Nullable;

/// What the kernel's constants are called in JSON. Written down and not derived: a constant may get
/// a better name in Java, and old journals still read.
final class Words {
  private Words() {}

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

  static String of(Answer.Scope scope) {
    return switch (scope) {
      case ONCE -> "once";
      case SESSION -> "session";
      case ALWAYS -> "always";
    };
  }

  static Answer.Scope scope(String word) {
    return switch (word) {
      case "once" -> Answer.Scope.ONCE;
      case "session" -> Answer.Scope.SESSION;
      case "always" -> Answer.Scope.ALWAYS;
      default -> throw unknown(word);
    };
  }

  static String of(Answer.Then then) {
    return switch (then) {
      case GO_ON -> "go_on";
      case STOP -> "stop";
    };
  }

  static Answer.Then then(String word) {
    return switch (word) {
      case "go_on" -> Answer.Then.GO_ON;
      case "stop" -> Answer.Then.STOP;
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

  /// @param word null where nothing is said: the answer is whole, or nobody looked yet
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

  static String of(HookMark.Deed deed) {
    return switch (deed) {
      case REWROTE -> "rewrote";
      case DENIED -> "denied";
    };
  }

  static HookMark.Deed deed(String word) {
    return switch (word) {
      case "rewrote" -> HookMark.Deed.REWROTE;
      case "denied" -> HookMark.Deed.DENIED;
      default -> throw unknown(word);
    };
  }

  static String of(ShorteningOutcome.Cause cause) {
    return switch (cause) {
      case ASKED -> "asked";
      case WINDOW -> "window";
      case OVERFLOW -> "overflow";
    };
  }

  static ShorteningOutcome.Cause cause(String word) {
    return switch (word) {
      case "asked" -> ShorteningOutcome.Cause.ASKED;
      case "window" -> ShorteningOutcome.Cause.WINDOW;
      case "overflow" -> ShorteningOutcome.Cause.OVERFLOW;
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

  static String of(Measure measure) {
    return switch (measure) {
      case TOKENS -> "tokens";
      case MONEY -> "money";
      case MODEL_CALLS -> "model_calls";
      case TOOL_CALLS -> "tool_calls";
      case TIME -> "time";
    };
  }

  static Measure measure(String word) {
    return switch (word) {
      case "tokens" -> Measure.TOKENS;
      case "money" -> Measure.MONEY;
      case "model_calls" -> Measure.MODEL_CALLS;
      case "tool_calls" -> Measure.TOOL_CALLS;
      case "time" -> Measure.TIME;
      default -> throw unknown(word);
    };
  }

  static String of(CheckOutcome.Need need) {
    return switch (need) {
      case REQUIRED -> "required";
      case OPTIONAL -> "optional";
    };
  }

  static CheckOutcome.Need need(String word) {
    return switch (word) {
      case "required" -> CheckOutcome.Need.REQUIRED;
      case "optional" -> CheckOutcome.Need.OPTIONAL;
      default -> throw unknown(word);
    };
  }

  static String of(CheckOutcome.Standing standing) {
    return switch (standing) {
      case PASSED -> "passed";
      case FAILED -> "failed";
      case NEEDS_REVIEW -> "needs_review";
      case SKIPPED -> "skipped";
    };
  }

  static CheckOutcome.Standing standing(String word) {
    return switch (word) {
      case "passed" -> CheckOutcome.Standing.PASSED;
      case "failed" -> CheckOutcome.Standing.FAILED;
      case "needs_review" -> CheckOutcome.Standing.NEEDS_REVIEW;
      case "skipped" -> CheckOutcome.Standing.SKIPPED;
      default -> throw unknown(word);
    };
  }

  static String of(Spending.Origin origin) {
    return switch (origin) {
      case RUN -> "run";
      case SET -> "set";
    };
  }

  static Spending.Origin origin(String word) {
    return switch (word) {
      case "run" -> Spending.Origin.RUN;
      case "set" -> Spending.Origin.SET;
      default -> throw unknown(word);
    };
  }

  /// The reader knows at which field it stands.
  static IllegalArgumentException unknown(String word) {
    return new IllegalArgumentException("'" + word + "' is not known here");
  }
}
