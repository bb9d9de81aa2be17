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
import static dev.drover.codec.form.FieldNames.KEY;
import static dev.drover.codec.form.FieldNames.LIMIT;
import static dev.drover.codec.form.FieldNames.LOOK_AT;
import static dev.drover.codec.form.FieldNames.LOST;
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
import static dev.drover.codec.form.FieldNames.V;
import static dev.drover.codec.form.FieldNames.WHY;
import static dev.drover.codec.form.FieldNames.WORKSPACE;

import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.Event.TakeoverCause;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes events, always in the newest form of their type. [EventReader] is the counterpart.
public final class EventWriter {
  private EventWriter() {}

  public static void write(JsonWriter out, SessionId session, RecordedEvent entry) {
    out.open();
    out.field(SESSION, session.value());
    out.field(SEQ, entry.seq());
    out.field(AT, entry.at());
    switch (entry.event()) {
      case Event.OfRun event -> {
        out.field(RUN, event.run().value());
        write(out, event);
      }
      case Event.OfSession event -> write(out, session, event);
    }
    out.close();
  }

  private static void write(JsonWriter out, SessionId session, Event.OfSession event) {
    switch (event) {
      case Event.SessionOpened opened -> write(out, session, opened);
      case Event.SessionForked forked -> write(out, session, forked);
      case Event.SessionHandedOff handed -> write(out, handed);
      case Event.RecipeAdopted(var recipe) -> {
        type(out, EventType.RECIPE_ADOPTED);
        RunForm.write(out, recipe);
      }
      case Event.HistoryCleared(var by) -> {
        type(out, EventType.HISTORY_CLEARED);
        out.field(BY, by);
      }
      case Event.HistoryCompacted(var applied) -> {
        type(out, EventType.HISTORY_COMPACTED);
        CompactionForm.write(out, applied);
      }
      case Event.CompactionDenied(var denial) -> {
        type(out, EventType.COMPACTION_DENIED);
        CompactionForm.write(out, denial);
      }
      case Event.CompactionFailed failed -> write(out, failed);
      case Event.OutcomeEdited edited -> write(out, edited);
      case Event.BudgetsSet set -> write(out, set);
      case Event.TaskEnded ended -> {
        type(out, EventType.TASK_ENDED);
        TaskForm.writeFields(out, ended);
      }
      case Event.VerificationRecorded(var report) -> {
        type(out, EventType.VERIFICATION_RECORDED);
        VerificationForm.writeFields(out, report);
      }
      case Event.CompletionMade made -> write(out, made);
      case Event.PromptDenied(var denial) -> {
        type(out, EventType.PROMPT_DENIED);
        HookForm.write(out, denial);
      }
    }
  }

  private static void write(JsonWriter out, SessionId session, Event.SessionOpened opened) {
    requireOwn(session, opened.session(), "the opening");
    type(out, EventType.SESSION_OPENED);
    out.field(AGENT, opened.agent());
    out.field(WORKSPACE, opened.workspace());
    IdentityForm.write(out, opened.identity());
    TaskForm.write(out, opened.origin());
  }

  private static void write(JsonWriter out, SessionId session, Event.SessionForked forked) {
    requireOwn(session, forked.session(), "the beginning");
    type(out, EventType.SESSION_FORKED);
    out.field(SOURCE, forked.source().value());
    out.field(FORKED_AT, forked.at());
    out.field(AGENT, forked.agent());
    out.field(WORKSPACE, forked.workspace());
    out.field(BY, forked.by());
  }

  private static void write(JsonWriter out, Event.SessionHandedOff handed) {
    type(out, EventType.SESSION_HANDED_OFF);
    HandOffForm.write(out, handed.to());
    out.field(BY, handed.by());
  }

  private static void write(JsonWriter out, Event.CompletionMade made) {
    type(out, EventType.COMPLETION_MADE);
    OneShotForm.writeFields(out, made.shot());
  }

  private static void write(JsonWriter out, Event.BudgetsSet set) {
    type(out, EventType.BUDGETS_SET);
    BudgetForm.write(out, set.budgets());
    out.field(BY, set.by());
    BudgetForm.write(out, set.origin());
  }

  private static void write(JsonWriter out, Event.OutcomeEdited edited) {
    about(out, EventType.OUTCOME_EDITED, edited.effect());
    OutcomeForm.write(out, edited.outcome());
    out.field(BY, edited.by());
  }

  private static void requireOwn(SessionId session, SessionId named, String what) {
    if (!named.equals(session)) {
      throw new IllegalArgumentException(
          "session %s cannot have %s of session %s".formatted(session, what, named));
    }
  }

  private static void write(JsonWriter out, Event.OfRun event) {
    switch (event) {
      case Event.RunAccepted accepted -> write(out, accepted);
      case Event.PromptQueued queued -> write(out, queued);
      case Event.TextSteered steered -> write(out, steered);
      case Event.DirectCallAccepted accepted -> {
        type(out, EventType.DIRECT_CALL_ACCEPTED);
        out.field(BY, accepted.by());
        CallForm.writeFields(out, accepted.call());
      }
      case Event.ModelReplied replied -> write(out, replied);
      case Event.ModelFailed failed -> write(out, failed);
      case Event.ModelReplaced replaced -> write(out, replaced);
      case Event.ReplyInterrupted interrupted -> write(out, interrupted);
      case Event.AnswerRejected rejected -> {
        about(out, EventType.ANSWER_REJECTED, rejected.effect());
        out.field(COMPLAINT, rejected.validationError());
      }
      case Event.OfVerification about -> write(out, about);
      case Event.ToolsPlanned planned -> {
        type(out, EventType.TOOLS_PLANNED);
        CallForm.write(out, planned.calls());
      }
      case Event.OfCall about -> write(out, about);
      case Event.BudgetWarned warned -> {
        type(out, EventType.BUDGET_WARNED);
        BudgetForm.write(out, warned.payer(), warned.measure());
        out.field(LIMIT, warned.limit());
        out.field(USED, warned.used());
      }
      case Event.RunRecovered recovered -> write(out, recovered);
      case Event.RunFinished finished -> write(out, finished);
      case Event.UndoOrdered ordered -> write(out, ordered);
    }
  }

  private static void write(JsonWriter out, Event.RunRecovered recovered) {
    type(out, EventType.RUN_RECOVERED);
    out.field(BY, recovered.by());
    writeLost(out, recovered.lost());
    if (recovered.cause() == TakeoverCause.MOVE) {
      out.field(CAUSE, EnumNames.of(recovered.cause()));
    }
  }

  private static void write(JsonWriter out, Event.OfCall event) {
    switch (event) {
      case Event.ApprovalRequested requested -> write(out, requested);
      case Event.ApprovalAnswered answered -> {
        about(out, EventType.APPROVAL_ANSWERED, answered.effect());
        ApprovalAnswerForm.write(out, answered.answer());
        out.field(BY, answered.by());
      }
      case Event.ToolStarted started -> {
        about(out, EventType.TOOL_STARTED, started.effect());
        out.field(ATTEMPT, started.attempt());
      }
      case Event.WorkspaceKept kept -> write(out, kept);
      case Event.FilesTouched touched -> {
        about(out, EventType.FILES_TOUCHED, touched.effect());
        FileChangeForm.write(out, touched.changes());
      }
      case Event.QuestionAsked asked -> {
        about(out, EventType.QUESTION_ASKED, asked.effect());
        QuestionForm.writeFields(out, asked);
      }
      case Event.QuestionAnswered answered -> {
        about(out, EventType.QUESTION_ANSWERED, answered.effect());
        QuestionForm.writeFields(out, answered);
      }
      case Event.ToolDeferred deferred -> write(out, deferred);
      case Event.DeferredCallChecked checked -> {
        about(out, EventType.DEFERRED_CALL_CHECKED, checked.effect());
        out.field(PROGRESS, checked.progress());
        out.field(LOOK_AT, checked.next());
      }
      case Event.TaskStarted started -> {
        about(out, EventType.TASK_STARTED, started.effect());
        TaskForm.writeFields(out, started);
      }
      case Event.ToolSettled settled -> write(out, settled);
    }
  }

  private static void type(JsonWriter out, EventType type) {
    out.field(TYPE, type.word);
    out.field(V, type.version);
  }

  private static void about(JsonWriter out, EventType type, EffectId effect) {
    type(out, type);
    CallForm.write(out, effect);
  }

  private static void write(JsonWriter out, Event.RunAccepted accepted) {
    type(out, EventType.RUN_ACCEPTED);
    RunForm.write(out, accepted.prompt());
    RunForm.write(out, accepted.limits());
  }

  private static void write(JsonWriter out, Event.PromptQueued queued) {
    type(out, EventType.PROMPT_QUEUED);
    RunForm.write(out, queued.prompt());
    RunForm.write(out, queued.recipe());
    RunForm.write(out, queued.limits());
  }

  private static void write(JsonWriter out, Event.TextSteered steered) {
    type(out, EventType.TEXT_STEERED);
    TextForm.write(out, TEXT, steered.text());
    MediaForm.write(out, steered.media());
    var key = steered.key();
    if (key != null) {
      out.field(KEY, key.value());
    }
    HookForm.write(out, steered.rewording());
  }

  private static void write(JsonWriter out, Event.ModelReplied replied) {
    about(out, EventType.MODEL_REPLIED, replied.effect());
    MessageForm.writeBlocks(out, replied.reply().blocks());
    out.field(STOP, EnumNames.of(replied.reply().stop()));
    RunForm.write(out, USAGE, replied.reply().usage());
  }

  private static void write(JsonWriter out, Event.ModelFailed failed) {
    about(out, EventType.MODEL_FAILED, failed.effect());
    out.field(ATTEMPT, failed.attempt());
    FailureForm.writeFields(out, failed.failure());
    out.field(RETRY_AT, failed.retryAt());
  }

  private static void write(JsonWriter out, Event.CompactionFailed failed) {
    type(out, EventType.COMPACTION_FAILED);
    CompactionForm.write(out, failed.failure());
  }

  private static void write(JsonWriter out, Event.ReplyInterrupted interrupted) {
    about(out, EventType.REPLY_INTERRUPTED, interrupted.effect());
    TextForm.write(out, PARTIAL, interrupted.partial());
  }

  private static void write(JsonWriter out, Event.ModelReplaced replaced) {
    about(out, EventType.MODEL_REPLACED, replaced.effect());
    out.field(ATTEMPT, replaced.attempt());
    FailureForm.writeFields(out, replaced.failure());
    BudgetForm.write(out, replaced.fallback());
  }

  private static void write(JsonWriter out, Event.ApprovalRequested requested) {
    about(out, EventType.APPROVAL_REQUESTED, requested.effect());
    out.field(TOOL, requested.tool());
    out.field(WHY, requested.why());
    out.field(GRANT, requested.grant());
    TextForm.write(out, PREVIEW, requested.preview());
    TextForm.writeUnlessEmpty(out, ANSWERERS, requested.answerers());
    write(out, requested.until());
  }

  private static void write(JsonWriter out, Event.WorkspaceKept kept) {
    about(out, EventType.WORKSPACE_KEPT, kept.effect());
    out.field(BLOB, kept.snapshot().sha256());
  }

  private static void write(JsonWriter out, Event.ToolSettled settled) {
    about(out, EventType.TOOL_SETTLED, settled.effect());
    OutcomeForm.write(out, settled.outcome());
    OutcomeForm.writeLabels(out, settled.labels());
    var by = settled.by();
    if (by != null) {
      out.field(BY, by);
    }
    HookForm.write(out, settled.marks());
  }

  private static void write(JsonWriter out, Event.ToolDeferred deferred) {
    about(out, EventType.TOOL_DEFERRED, deferred.effect());
    write(out, deferred.until());
    OutcomeForm.writeLabels(out, deferred.labels());
    if (deferred.room() == ToolDeferral.Slot.KEPT) {
      out.field(ROOM, "kept");
    }
    var look = deferred.look();
    if (look != null) {
      out.field(HANDLE, look.handle());
      out.field(LOOK_AT, look.at());
    }
  }

  private static void write(JsonWriter out, @Nullable Instant until) {
    if (until != null) {
      out.field(UNTIL, until);
    }
  }

  private static void write(JsonWriter out, Event.UndoOrdered ordered) {
    type(out, EventType.UNDO_ORDERED);
    out.field(BY, ordered.by());
    TextForm.write(out, PATHS, ordered.paths());
  }

  private static void writeLost(JsonWriter out, List<EffectId> lost) {
    out.name(LOST);
    out.openList();
    for (var effect : lost) {
      CallForm.writeElement(out, effect);
    }
    out.closeList();
  }

  private static void write(JsonWriter out, Event.OfVerification event) {
    switch (event) {
      case Event.VerificationStarted started -> {
        about(out, EventType.VERIFICATION_STARTED, started.effect());
        VerificationForm.writeAnswer(out, started.answer());
      }
      case Event.VerificationFailed failed -> {
        about(out, EventType.VERIFICATION_FAILED, failed.effect());
        out.field(FINDINGS, failed.findings());
      }
    }
  }

  private static void write(JsonWriter out, Event.RunFinished finished) {
    type(out, EventType.RUN_FINISHED);
    switch (finished.outcome()) {
      case RunOutcome.Completed completed -> {
        out.field(STATUS, "completed");
        VerificationForm.writeAnswer(out, completed);
      }
      case RunOutcome.Failed(var failure, var text) -> {
        out.field(STATUS, "failed");
        FailureForm.writeFields(out, failure);
        if (!text.isEmpty()) {
          TextForm.write(out, TEXT, text);
        }
      }
      case RunOutcome.Cancelled(var by, var why) -> {
        out.field(STATUS, "cancelled");
        out.field(BY, by);
        out.field(WHY, why);
      }
      case RunOutcome.HandedOff handed -> {
        out.field(STATUS, "handed_off");
        HandOffForm.write(out, handed);
      }
    }
    RunForm.write(out, USAGE, finished.usage());
  }
}
