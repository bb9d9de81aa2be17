package dev.drover.internal.trace;

import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.SessionProfile;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Usage;
import dev.drover.trace.TracePage.TraceSpan.Kind;
import dev.drover.trace.TracePage.TraceSpan.Status;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads a journal event by event and determines the spans. The events of a run are all present or
/// all trimmed, so events of a run without a beginning are skipped.
///
/// Belongs to one thread.
final class JournalTracer {
  private final Identity whom;
  private final String agent;
  private final PageSpans shown;
  private final Map<RunId, RunTrace> runs = new HashMap<>();
  private final Map<EffectId, CallTrace> calls = new HashMap<>();
  private String model;

  JournalTracer(SessionProfile profile, PageSpans shown) {
    this.whom = profile.identity();
    this.agent = profile.agent();
    this.model = profile.recipe() == null ? "" : profile.recipe().model();
    this.shown = shown;
  }

  /// One run in progress.
  private static final class RunTrace {
    private final SpanDraft span;
    private @Nullable SpanDraft turn;
    private int turns;
    private int replaced;
    private int open;
    private boolean steered;
    private String model;

    RunTrace(SpanDraft span, String model) {
      this.span = span;
      this.model = model;
    }

    /// Each turn counts once, even if several models were called.
    int turnsTaken() {
      return turns - replaced;
    }
  }

  PageSpans shown() {
    return shown;
  }

  void take(RecordedEvent entry) {
    switch (entry.event()) {
      case Event.RecipeAdopted(var recipe) -> model = recipe.model();
      case Event.HistoryCompacted(var shortening) -> compacted(entry, shortening);
      case Event.CompactionDenied(var denial) -> compacted(entry, denial);
      case Event.CompactionFailed(var failure) -> compacted(entry, failure);
      case Event.SessionForked _ -> forked(entry);
      case Event.OfSession _ -> {}
      case Event.PromptQueued(var run, _, _, _) -> begin(run, entry);
      case Event.RunAccepted(var run, _, _) -> accepted(run, entry);
      case Event.DirectCallAccepted(var run, var by, var call) -> called(run, by, call, entry);
      case Event.OfCall about -> about(entry, about);
      case Event.TextSteered _,
          Event.OfModel _,
          Event.OfVerification _,
          Event.ToolsPlanned _,
          Event.BudgetWarned _,
          Event.RunRecovered _,
          Event.RunFinished _,
          Event.UndoOrdered _ -> {
        var event = (Event.OfRun) entry.event();
        var run = runs.get(event.run());
        if (run != null) {
          take(run, event, entry);
        }
      }
    }
  }

  /// Open spans continue in the source and have no end here.
  private void forked(RecordedEvent entry) {
    calls.values().forEach(call -> call.cutOff(entry));
    calls.clear();
    for (var run : runs.values()) {
      cutOff(run, entry, Status.CANCELLED);
      run.span.put("turns", run.turnsTaken()).put("forked", true);
      run.span.end(entry.at(), Status.CANCELLED);
    }
    runs.clear();
  }

  /// Has no duration: a summary for a run is made within its turn, and its duration in other cases
  /// is not recorded.
  private void compacted(RecordedEvent entry, CompactionOutcome outcome) {
    var going =
        outcome.cause() == CompactionOutcome.Cause.ASKED
            ? null
            : runs.values().stream().filter(run -> run.turn != null).findFirst().orElse(null);
    var parent = going == null ? null : going.span.id();
    var id = "compaction-" + entry.seq();
    var span = new SpanDraft(id, parent, Kind.COMPACTION, outcome.by(), entry);
    if (going == null) {
      root(span);
    } else {
      shown.began(span);
      going.span.add("compactions", 1);
    }
    span.put("cause", outcome.cause().name().toLowerCase(Locale.ROOT));
    switch (outcome) {
      case CompactionOutcome.Applied(_, _, var cut, _, _, _, _) ->
          span.put("dropped", cut.dropped())
              .put("kept", cut.kept())
              .put("trimmed", cut.trimmed().size());
      case CompactionOutcome.Denied denial -> span.put("hook", denial.hook());
      case CompactionOutcome.Failed failure -> span.put("problem", failure.problem().code());
    }
    if (!outcome.replacements().isEmpty()) {
      span.put("model", outcome.replacements().getLast().fallback().model());
    }
    if (!outcome.usage().equals(Usage.NONE)) {
      span.put(outcome.usage());
    }
    span.end(entry.at(), status(outcome));
  }

  private static Status status(CompactionOutcome outcome) {
    return switch (outcome) {
      case CompactionOutcome.Applied _ -> Status.SUCCEEDED;
      case CompactionOutcome.Denied _ -> Status.REFUSED;
      case CompactionOutcome.Failed _ -> Status.FAILED;
    };
  }

  private RunTrace begin(RunId id, RecordedEvent entry) {
    var run = new RunTrace(root(new SpanDraft(id.value(), null, Kind.RUN, agent, entry)), model);
    runs.put(id, run);
    return run;
  }

  private SpanDraft root(SpanDraft span) {
    shown.began(span);
    return span.putUnlessEmpty("tenant", whom.tenant())
        .putUnlessEmpty("principal", whom.principal())
        .putUnlessEmpty("template", whom.template())
        .putUnlessEmpty("correlation", whom.correlation());
  }

  private void accepted(RunId id, RecordedEvent entry) {
    var queued = runs.get(id);
    if (queued != null) {
      queued.span.put("began", entry.at());
    }
    var run = queued == null ? begin(id, entry) : queued;
    run.model = model;
    nextTurn(run, entry);
  }

  private void nextTurn(RunTrace run, RecordedEvent entry) {
    run.steered = false;
    var id = "%s/turn-%d".formatted(run.span.id(), ++run.turns);
    var turn =
        new SpanDraft(id, run.span.id(), Kind.MODEL_CALL, run.model, entry).put("attempts", 1);
    run.turn = turn;
    shown.began(turn);
  }

  private void take(RunTrace run, Event.OfRun event, RecordedEvent entry) {
    switch (event) {
      case Event.TextSteered _ -> {
        run.steered = true;
        run.span.add("steered", 1);
      }
      case Event.ModelReplied(_, var effect, var reply) -> replied(run, effect, reply, entry);
      case Event.ModelFailed(_, _, _, var failure, _) -> {
        if (run.turn != null) {
          run.turn.add("attempts", 1);
          run.turn.put("last_failure", failure.problem().code());
        }
      }
      case Event.ModelReplaced replaced -> replaced(run, replaced, entry);
      case Event.ReplyInterrupted _ -> cutOff(run, entry, Status.CANCELLED);
      case Event.AnswerRejected _ -> {
        run.span.add("answers_rejected", 1);
        nextTurn(run, entry);
      }
      case Event.VerificationStarted _ -> run.span.add("verifications", 1);
      case Event.VerificationFailed _ -> {
        run.span.add("verifications_failed", 1);
        nextTurn(run, entry);
      }
      case Event.ToolsPlanned(_, var planned) -> {
        run.open = planned.size();
        planned.forEach(call -> planned(call, run, entry));
      }
      case Event.RunRecovered _ -> run.span.add("recoveries", 1);
      case Event.RunFinished(_, var outcome, var usage) -> {
        cutOff(run, entry, status(outcome));
        run.span.put("turns", run.turnsTaken()).put(usage);
        finish(run.span, outcome, entry);
        runs.remove(event.run());
      }
      case Event.OfPrompt _,
          Event.DirectCallAccepted _,
          Event.OfCall _,
          Event.BudgetWarned _,
          Event.UndoOrdered _ -> {}
    }
  }

  private void replaced(RunTrace run, Event.ModelReplaced event, RecordedEvent entry) {
    if (run.turn != null) {
      run.turn.put("last_failure", event.failure().problem().code());
      run.turn.end(entry.at(), Status.FAILED);
    }
    run.model = event.fallback().model();
    run.replaced++;
    run.span.add("models_replaced", 1);
    nextTurn(run, entry);
  }

  private static String turn(RunTrace run) {
    return "%s/turn-%d".formatted(run.span.id(), run.turns);
  }

  private void replied(RunTrace run, EffectId effect, ModelReply reply, RecordedEvent entry) {
    if (run.turn != null) {
      run.turn.put("effect", effect).put("calls", reply.calls().size()).put(reply.usage());
      if (reply.stop() == ModelReply.StopReason.LENGTH) {
        run.turn.put("stop", "length");
      }
      run.turn.end(entry.at(), Status.SUCCEEDED);
      run.turn = null;
    }
    // A run that received a text in the meantime continues.
    if (!reply.hasCalls() && run.steered) {
      nextTurn(run, entry);
    }
  }

  /// The model's reply is incomplete. If the model was never called, because the run ended with the
  /// previous event, there was no such turn.
  private void cutOff(RunTrace run, RecordedEvent entry, Status status) {
    var turn = run.turn;
    if (turn == null) {
      return;
    }
    run.turn = null;
    if (turn.isAsOldAs(entry)) {
      run.turns--;
      shown.retract(turn);
    } else {
      turn.end(entry.at(), status);
    }
  }

  private void planned(PlannedCall planned, RunTrace run, RecordedEvent entry) {
    var span = draft(planned, run.span.id(), entry).put("turn", turn(run));
    calls.put(planned.effect(), new CallTrace(span, shown));
    shown.began(span);
  }

  private void called(RunId name, String by, PlannedCall planned, RecordedEvent entry) {
    var span = draft(planned, null, entry).put("call", name).put("by", by);
    calls.put(planned.effect(), new CallTrace(root(span), shown));
  }

  private static SpanDraft draft(
      PlannedCall planned, @Nullable String parent, RecordedEvent entry) {
    var id = planned.effect().toString();
    return new SpanDraft(id, parent, Kind.TOOL_CALL, planned.call().tool(), entry)
        .put("effect_class", planned.terms().effects().name().toLowerCase(Locale.ROOT))
        .put("verdict", word(planned.verdict()));
  }

  private void about(RecordedEvent entry, Event.OfCall event) {
    var call = calls.get(event.effect());
    if (call == null) {
      return;
    }
    call.take(entry, event);
    if (!call.isOpen()) {
      calls.remove(event.effect());
      var run = runs.get(event.run());
      if (run != null && --run.open == 0) {
        nextTurn(run, entry);
      }
    }
  }

  private static void finish(SpanDraft run, RunOutcome outcome, RecordedEvent entry) {
    switch (outcome) {
      case RunOutcome.Completed(_, _, var ending) -> {
        if (ending != AnswerEnding.WHOLE) {
          run.put("ending", ending.name().toLowerCase(Locale.ROOT));
        }
      }
      case RunOutcome.HandedOff(var session, _, _) -> run.put("successor", session.value());
      case RunOutcome.Failed(var failure, _) -> run.put("problem", failure.problem().code());
      case RunOutcome.Cancelled(var by, _) -> run.put("by", by);
    }
    run.end(entry.at(), status(outcome));
  }

  private static Status status(RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.Completed _, RunOutcome.HandedOff _ -> Status.SUCCEEDED;
      case RunOutcome.Failed _ -> Status.FAILED;
      case RunOutcome.Cancelled _ -> Status.CANCELLED;
    };
  }

  private static String word(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Allow _ -> "allow";
      case Verdict.Ask _ -> "ask";
      case Verdict.Deny _ -> "deny";
      case Verdict.Reject _ -> "reject";
    };
  }
}
