package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.BY;
import static dev.drover.codec.form.FieldNames.KEEP;
import static dev.drover.codec.form.FieldNames.PARTIAL;
import static dev.drover.codec.form.FieldNames.RUN;
import static dev.drover.codec.form.FieldNames.TYPE;
import static dev.drover.codec.form.FieldNames.V;
import static dev.drover.codec.form.FieldNames.WHEN_BUSY;
import static dev.drover.codec.form.FieldNames.WHY;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.WhenBusy;
import java.util.Set;

/// The inputs that may wait in an inbox. The others are results of effects: they never leave the
/// process that began the effect.
public final class InputForm {
  private static final int VERSION = 1;
  private static final Set<String> TYPES =
      Set.of(
          "prompted",
          "approval_given",
          "answer_given",
          "completion_given",
          "task_finished",
          "call_cancelled",
          "cancel_requested",
          "clear_requested",
          "compact_requested",
          "compaction_given",
          "budgets_given",
          "verification_given",
          "one_shot_given",
          "denial_given");

  private InputForm() {}

  public static void write(JsonWriter out, Input input) {
    out.open();
    switch (input) {
      case Input.Prompted prompted -> write(out, prompted);
      case Input.ApprovalGiven given -> write(out, given);
      case Input.AnswerGiven given -> {
        ofEffect(out, "answer_given", given.effect());
        QuestionForm.writeFields(out, given);
      }
      case Input.DeferredCallCompleted given -> write(out, given);
      case Input.TaskFinished finished -> write(out, finished);
      case Input.CallCancelled cancelled -> write(out, cancelled);
      case Input.CancelRequested cancel -> write(out, cancel);
      case Input.ClearRequested(var by) -> {
        type(out, "clear_requested");
        out.field(BY, by);
      }
      case Input.CompactRequested compact -> write(out, compact);
      case Input.CompactionGiven given -> write(out, given);
      case Input.BudgetsGiven given -> write(out, given);
      case Input.VerificationGiven given -> write(out, given);
      case Input.OneShotGiven given -> write(out, given);
      case Input.DenialGiven given -> write(out, given);
      case Input.Opened _,
          Input.Forked _,
          Input.EditRequested _,
          Input.HandOffRequested _,
          Input.AccountLimitReached _,
          Input.ModelAnswered _,
          Input.ModelCallFailed _,
          Input.ModelPostponed _,
          Input.ChecksEnded _,
          Input.DirectCalled _,
          Input.CloseRequested _,
          Input.OfCall _,
          Input.FilesFound _,
          Input.UndoRequested _,
          Input.Recovered _ ->
          throw new IllegalArgumentException(
              input.getClass().getSimpleName() + " never waits in an inbox");
    }
    out.close();
  }

  private static void write(JsonWriter out, Input.TaskFinished finished) {
    type(out, "task_finished");
    TaskForm.writeFields(out, finished.child(), finished.end());
  }

  private static void write(JsonWriter out, Input.CallCancelled cancelled) {
    ofEffect(out, "call_cancelled", cancelled.effect());
    out.field(BY, cancelled.by());
  }

  private static void write(JsonWriter out, Input.CompactRequested compact) {
    type(out, "compact_requested");
    out.field(BY, compact.by());
    out.field(KEEP, compact.keep());
  }

  private static void write(JsonWriter out, Input.VerificationGiven given) {
    type(out, "verification_given");
    VerificationForm.writeFields(out, given.report());
  }

  private static void write(JsonWriter out, Input.OneShotGiven given) {
    type(out, "one_shot_given");
    OneShotForm.writeFields(out, given.shot());
  }

  private static void write(JsonWriter out, Input.CompactionGiven given) {
    ofEffect(out, "compaction_given", given.effect());
    CompactionForm.write(out, given.outcome());
  }

  private static void write(JsonWriter out, Input.BudgetsGiven given) {
    type(out, "budgets_given");
    BudgetForm.write(out, given.budgets());
    out.field(BY, given.by());
    BudgetForm.write(out, given.origin());
  }

  private static void write(JsonWriter out, Input.Prompted prompted) {
    type(out, "prompted");
    out.field(RUN, prompted.run().value());
    RunForm.write(out, prompted.prompt());
    RunForm.write(out, prompted.recipe());
    RunForm.write(out, prompted.limits());
    if (prompted.whenBusy() != WhenBusy.REFUSE) {
      out.field(WHEN_BUSY, EnumNames.of(prompted.whenBusy()));
    }
  }

  private static void write(JsonWriter out, Input.DenialGiven given) {
    type(out, "denial_given");
    HookForm.write(out, given.denial());
  }

  private static void write(JsonWriter out, Input.ApprovalGiven given) {
    ofEffect(out, "approval_given", given.effect());
    ApprovalAnswerForm.write(out, given.answer());
    out.field(BY, given.by());
  }

  private static void write(JsonWriter out, Input.DeferredCallCompleted given) {
    ofEffect(out, "completion_given", given.effect());
    OutcomeForm.write(out, given.outcome());
    OutcomeForm.writeLabels(out, given.labels());
    out.field(BY, given.by());
  }

  private static void write(JsonWriter out, Input.CancelRequested cancel) {
    type(out, "cancel_requested");
    var run = cancel.run();
    if (run != null) {
      out.field(RUN, run.value());
    }
    out.field(BY, cancel.by());
    out.field(WHY, cancel.why());
    TextForm.write(out, PARTIAL, cancel.partial());
  }

  private static void ofEffect(JsonWriter out, String word, EffectId effect) {
    type(out, word);
    CallForm.write(out, effect);
  }

  private static void type(JsonWriter out, String word) {
    out.field(TYPE, word);
    out.field(V, VERSION);
  }

  /// @throws IllegalArgumentException if it does not have the form of an input
  /// @throws UnknownVersion if the type or its version is not known
  public static Input read(JsonReader in) {
    in.enter();
    var type = in.string(TYPE);
    if (!TYPES.contains(type)) {
      throw UnknownVersion.type(type, in.number(V));
    }
    int _ = UnknownVersion.version(in, type, VERSION);
    return in.leave(read(in, type));
  }

  private static Input read(JsonReader in, String type) {
    return switch (type) {
      case "prompted" ->
          new Input.Prompted(
              new RunId(in.string(RUN)),
              RunForm.readPrompt(in),
              RunForm.readRecipe(in),
              RunForm.readLimits(in),
              readWhenBusy(in));
      case "approval_given" ->
          new Input.ApprovalGiven(
              CallForm.readEffect(in), ApprovalAnswerForm.read(in), in.string(BY));
      case "answer_given" -> QuestionForm.readGiven(in, CallForm.readEffect(in));
      case "completion_given" ->
          new Input.DeferredCallCompleted(
              CallForm.readEffect(in),
              OutcomeForm.read(in),
              OutcomeForm.readLabels(in),
              in.string(BY));
      case "task_finished" -> new Input.TaskFinished(TaskForm.readChild(in), TaskForm.readEnd(in));
      case "call_cancelled" -> new Input.CallCancelled(CallForm.readEffect(in), in.string(BY));
      case "cancel_requested" -> {
        var run = in.stringOrNull(RUN);
        yield new Input.CancelRequested(
            run == null ? null : new RunId(run),
            in.string(BY),
            in.string(WHY),
            TextForm.read(in, PARTIAL));
      }
      case "clear_requested" -> new Input.ClearRequested(in.string(BY));
      case "compact_requested" -> new Input.CompactRequested(in.string(BY), in.smallNumber(KEEP));
      case "compaction_given" ->
          new Input.CompactionGiven(CallForm.readEffect(in), CompactionForm.readOutcome(in));
      case "budgets_given" ->
          new Input.BudgetsGiven(BudgetForm.read(in), in.string(BY), BudgetForm.readOrigin(in));
      case "verification_given" -> new Input.VerificationGiven(VerificationForm.readFields(in));
      case "one_shot_given" -> new Input.OneShotGiven(OneShotForm.readFields(in));
      case "denial_given" -> new Input.DenialGiven(HookForm.readDenial(in));
      default -> throw EnumNames.unknown(type);
    };
  }

  /// Absent for a refusal.
  private static WhenBusy readWhenBusy(JsonReader in) {
    var word = in.stringOrNull(WHEN_BUSY);
    return word == null ? WhenBusy.REFUSE : EnumNames.whenBusy(word);
  }
}
