package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.AGENT;
import static dev.drover.codec.form.FieldNames.ANSWERERS;
import static dev.drover.codec.form.FieldNames.AT;
import static dev.drover.codec.form.FieldNames.ATTEMPT;
import static dev.drover.codec.form.FieldNames.BLOB;
import static dev.drover.codec.form.FieldNames.BY;
import static dev.drover.codec.form.FieldNames.CAUSE;
import static dev.drover.codec.form.FieldNames.COMPLAINT;
import static dev.drover.codec.form.FieldNames.FINDINGS;
import static dev.drover.codec.form.FieldNames.FORKED_AT;
import static dev.drover.codec.form.FieldNames.GRANT;
import static dev.drover.codec.form.FieldNames.HANDLE;
import static dev.drover.codec.form.FieldNames.LIMIT;
import static dev.drover.codec.form.FieldNames.LOOK_AT;
import static dev.drover.codec.form.FieldNames.LOST;
import static dev.drover.codec.form.FieldNames.MODE;
import static dev.drover.codec.form.FieldNames.PARTIAL;
import static dev.drover.codec.form.FieldNames.PATHS;
import static dev.drover.codec.form.FieldNames.PREVIEW;
import static dev.drover.codec.form.FieldNames.PROGRESS;
import static dev.drover.codec.form.FieldNames.RETRY_AT;
import static dev.drover.codec.form.FieldNames.ROOM;
import static dev.drover.codec.form.FieldNames.RUN;
import static dev.drover.codec.form.FieldNames.SEQ;
import static dev.drover.codec.form.FieldNames.SESSION;
import static dev.drover.codec.form.FieldNames.SOURCE;
import static dev.drover.codec.form.FieldNames.STATUS;
import static dev.drover.codec.form.FieldNames.STOP;
import static dev.drover.codec.form.FieldNames.TEXT;
import static dev.drover.codec.form.FieldNames.TOOL;
import static dev.drover.codec.form.FieldNames.TYPE;
import static dev.drover.codec.form.FieldNames.UNTIL;
import static dev.drover.codec.form.FieldNames.USAGE;
import static dev.drover.codec.form.FieldNames.USED;
import static dev.drover.codec.form.FieldNames.WHY;
import static dev.drover.codec.form.FieldNames.WORKSPACE;

import dev.drover.codec.json.JsonReader;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.Event.TakeoverCause;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.DeferredCallNews.DeferredLook;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads one event. [EventWriter] is the counterpart.
///
/// For a type with more than one version, its line in [#readEvent] chooses by [#version].
public final class EventReader {
  private final JsonReader in;
  private @Nullable String session;
  private long seq;
  private @Nullable String run;
  private @Nullable String type;
  private int version;

  public EventReader(byte[] line) {
    this.in = new JsonReader(line);
  }

  /// @throws IllegalArgumentException if it does not have the form of an event; [#place] reports
  ///   the field
  /// @throws UnknownVersion if the type or its version is not known
  public RecordedEvent read() {
    in.enter();
    session = in.string(SESSION);
    seq = in.number(SEQ);
    if (seq < 1) {
      throw new IllegalArgumentException("events are numbered from 1");
    }
    var at = in.instant(AT);
    run = in.stringOrNull(RUN);
    type = in.string(TYPE);
    var known = EventType.of(type);
    if (known == null) {
      throw UnknownVersion.type(type, in.number(FieldNames.V));
    }
    version = UnknownVersion.version(in, type, known.version);
    return in.leave(new RecordedEvent(seq, at, readEvent(known)));
  }

  /// The current field.
  public String place() {
    return in.place();
  }

  /// A description, for people, of what is known so far about the event being read.
  public String subject() {
    var subject = new StringBuilder(seq < 1 ? "an event" : "event " + seq);
    if (session != null) {
      subject.append(" of session ").append(session);
    }
    if (type != null) {
      subject.append(" (").append(type);
      if (version > 0) {
        subject.append(", version ").append(version);
      }
      subject.append(')');
    }
    return subject.toString();
  }

  private Event readEvent(EventType known) {
    return switch (known) {
      case SESSION_OPENED -> readSessionOpened();
      case SESSION_FORKED -> readSessionForked();
      case SESSION_HANDED_OFF -> new Event.SessionHandedOff(HandOffForm.read(in), in.string(BY));
      case RECIPE_ADOPTED -> new Event.RecipeAdopted(RunForm.readRecipe(in));
      case HISTORY_CLEARED -> new Event.HistoryCleared(in.string(BY));
      case OUTCOME_EDITED -> new Event.OutcomeEdited(effect(), OutcomeForm.read(in), in.string(BY));
      case HISTORY_COMPACTED -> new Event.HistoryCompacted(CompactionForm.read(in));
      case COMPACTION_DENIED -> new Event.CompactionDenied(CompactionForm.readDenial(in));
      case COMPACTION_FAILED -> new Event.CompactionFailed(CompactionForm.readFailure(in));
      case BUDGETS_SET ->
          new Event.BudgetsSet(BudgetForm.read(in), in.string(BY), BudgetForm.readOrigin(in));
      case VERIFICATION_RECORDED -> new Event.VerificationRecorded(VerificationForm.readFields(in));
      case COMPLETION_MADE -> new Event.CompletionMade(OneShotForm.readFields(in));
      case PROMPT_DENIED -> new Event.PromptDenied(HookForm.readDenial(in));
      case RUN_ACCEPTED -> readRunAccepted();
      case PROMPT_QUEUED -> readPromptQueued();
      case TEXT_STEERED -> readTextSteered();
      case DIRECT_CALL_ACCEPTED -> readDirectCallAccepted();
      case MODEL_REPLIED -> new Event.ModelReplied(run(), effect(), readReply());
      case MODEL_FAILED -> readModelFailed();
      case MODEL_REPLACED -> readModelReplaced();
      case REPLY_INTERRUPTED -> readReplyInterrupted();
      case ANSWER_REJECTED -> new Event.AnswerRejected(run(), effect(), in.string(COMPLAINT));
      case VERIFICATION_STARTED ->
          new Event.VerificationStarted(run(), effect(), VerificationForm.readAnswer(in));
      case VERIFICATION_FAILED ->
          new Event.VerificationFailed(run(), effect(), in.string(FINDINGS));
      case TOOLS_PLANNED -> new Event.ToolsPlanned(run(), CallForm.readList(in));
      case APPROVAL_REQUESTED -> readApprovalRequested();
      case APPROVAL_ANSWERED -> readApprovalAnswered();
      case TOOL_STARTED -> new Event.ToolStarted(run(), effect(), in.smallNumber(ATTEMPT));
      case WORKSPACE_KEPT -> new Event.WorkspaceKept(run(), effect(), new BlobId(in.string(BLOB)));
      case FILES_TOUCHED -> new Event.FilesTouched(run(), effect(), FileChangeForm.readList(in));
      case TOOL_SETTLED -> readToolSettled();
      case TOOL_DEFERRED -> readToolDeferred();
      case QUESTION_ASKED -> QuestionForm.readAsked(in, run(), effect());
      case QUESTION_ANSWERED -> QuestionForm.readAnswered(in, run(), effect());
      case DEFERRED_CALL_CHECKED ->
          new Event.DeferredCallChecked(run(), effect(), in.string(PROGRESS), in.instant(LOOK_AT));
      case TASK_STARTED -> readTaskStarted();
      case TASK_ENDED -> TaskForm.readEnded(in);
      case BUDGET_WARNED -> readBudgetWarned();
      case RUN_RECOVERED -> new Event.RunRecovered(run(), in.string(BY), readLost(), readCause());
      case RUN_FINISHED -> readRunFinished();
      case UNDO_ORDERED -> readUndoOrdered();
    };
  }

  private Event readUndoOrdered() {
    return new Event.UndoOrdered(run(), in.string(BY), TextForm.readList(in, PATHS));
  }

  private SessionId session() {
    return new SessionId(session == null ? in.string(SESSION) : session);
  }

  /// Reads a missing field again, so that the error names it.
  private RunId run() {
    return new RunId(run == null ? in.string(RUN) : run);
  }

  private EffectId effect() {
    return CallForm.readEffect(in);
  }

  private Event readSessionOpened() {
    return new Event.SessionOpened(
        session(),
        in.string(AGENT),
        in.string(WORKSPACE),
        IdentityForm.read(in),
        TaskForm.readOpened(in));
  }

  private Event readSessionForked() {
    return new Event.SessionForked(
        session(),
        new SessionId(in.string(SOURCE)),
        in.number(FORKED_AT),
        in.string(AGENT),
        in.string(WORKSPACE),
        in.string(BY));
  }

  private Event readRunAccepted() {
    return new Event.RunAccepted(run(), RunForm.readPrompt(in), RunForm.readLimits(in));
  }

  private Event readDirectCallAccepted() {
    return new Event.DirectCallAccepted(run(), in.string(BY), CallForm.readPlanned(in));
  }

  private Event readApprovalAnswered() {
    return new Event.ApprovalAnswered(run(), effect(), ApprovalAnswerForm.read(in), in.string(BY));
  }

  private Event readPromptQueued() {
    return new Event.PromptQueued(
        run(), RunForm.readPrompt(in), RunForm.readRecipe(in), RunForm.readLimits(in));
  }

  private Event readTextSteered() {
    return new Event.TextSteered(
        run(),
        TextForm.read(in, TEXT),
        MediaForm.read(in),
        RunForm.readKey(in),
        HookForm.readRewording(in));
  }

  private ModelReply readReply() {
    return new ModelReply(
        MessageForm.readBlocks(in), EnumNames.stop(in.string(STOP)), RunForm.readUsage(in, USAGE));
  }

  private Event readModelFailed() {
    return new Event.ModelFailed(
        run(), effect(), in.smallNumber(ATTEMPT), FailureForm.readFields(in), in.instant(RETRY_AT));
  }

  private Event readReplyInterrupted() {
    return new Event.ReplyInterrupted(run(), effect(), TextForm.read(in, PARTIAL));
  }

  private Event readRunFinished() {
    return new Event.RunFinished(run(), readOutcome(), RunForm.readUsage(in, USAGE));
  }

  private Event readModelReplaced() {
    return new Event.ModelReplaced(
        run(),
        effect(),
        in.smallNumber(ATTEMPT),
        FailureForm.readFields(in),
        BudgetForm.readFallback(in));
  }

  private Event readApprovalRequested() {
    return new Event.ApprovalRequested(
        run(),
        effect(),
        in.string(TOOL),
        in.string(WHY),
        in.string(GRANT),
        TextForm.read(in, PREVIEW),
        TextForm.readListOrNone(in, ANSWERERS),
        in.instantOrNull(UNTIL));
  }

  private Event readBudgetWarned() {
    return new Event.BudgetWarned(
        run(),
        BudgetForm.readPayer(in),
        BudgetForm.readMeasure(in),
        in.number(LIMIT),
        in.number(USED));
  }

  private Event readToolSettled() {
    return new Event.ToolSettled(
        run(),
        effect(),
        OutcomeForm.read(in),
        OutcomeForm.readLabels(in),
        in.stringOrNull(BY),
        HookForm.readMarks(in));
  }

  private Event readToolDeferred() {
    return new Event.ToolDeferred(
        run(),
        effect(),
        in.instantOrNull(UNTIL),
        OutcomeForm.readLabels(in),
        readRoom(),
        readLook());
  }

  private @Nullable DeferredLook readLook() {
    var handle = in.stringOrNull(HANDLE);
    return handle == null ? null : new DeferredLook(handle, in.instant(LOOK_AT));
  }

  private ToolDeferral.Slot readRoom() {
    var word = in.stringOrNull(ROOM);
    if (word == null) {
      return ToolDeferral.Slot.FREED;
    }
    if (!word.equals("kept")) {
      throw EnumNames.unknown(word);
    }
    return ToolDeferral.Slot.KEPT;
  }

  private Event readTaskStarted() {
    return new Event.TaskStarted(
        run(),
        effect(),
        TaskForm.readChild(in),
        in.string(AGENT),
        EnumNames.taskMode(in.string(MODE)),
        RunForm.readLimitsOrNull(in));
  }

  private List<EffectId> readLost() {
    var lost = new ArrayList<EffectId>();
    in.at(LOST).enterList();
    while (in.nextElement()) {
      lost.add(CallForm.readElement(in));
    }
    return lost;
  }

  /// Events written before causes existed were counted as crashes.
  private TakeoverCause readCause() {
    return in.has(CAUSE) ? EnumNames.takeoverCause(in.string()) : TakeoverCause.CRASH;
  }

  private RunOutcome readOutcome() {
    var status = in.string(STATUS);
    return switch (status) {
      case "completed" -> VerificationForm.readAnswer(in);
      case "failed" ->
          new RunOutcome.Failed(
              FailureForm.readFields(in), in.has(TEXT) ? TextForm.readNext(in) : Text.EMPTY);
      case "cancelled" -> new RunOutcome.Cancelled(in.string(BY), in.string(WHY));
      case "handed_off" -> HandOffForm.readOutcome(in);
      default -> throw EnumNames.unknown(status);
    };
  }
}
