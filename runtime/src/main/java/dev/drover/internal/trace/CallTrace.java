package dev.drover.internal.trace;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.trace.TracePage.TraceSpan.Kind;
import dev.drover.trace.TracePage.TraceSpan.Status;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One tool call, with the times that it waited for an approval or a deferred result. Belongs to
/// one thread.
final class CallTrace {
  private final SpanDraft call;
  private final PageSpans shown;
  private int approvals;
  private @Nullable SpanDraft waiting;

  CallTrace(SpanDraft call, PageSpans shown) {
    this.call = call;
    this.shown = shown;
  }

  boolean isOpen() {
    return call.isOpen();
  }

  void take(RecordedEvent entry, Event.OfCall event) {
    switch (event) {
      case Event.ApprovalRequested asked -> {
        waiting = wait("approval-" + ++approvals, Kind.APPROVAL, entry).put("why", asked.why());
        until(waiting, asked.until());
      }
      case Event.ApprovalAnswered(_, _, var answer, var by) -> {
        if (waiting != null) {
          waiting.put("by", by).end(entry.at(), status(answer));
        }
      }
      case Event.ToolStarted(_, _, var attempt) -> call.put("attempts", attempt);
      case Event.FilesTouched(_, _, var changes) -> {
        if (!changes.isEmpty()) {
          call.add("files", changes.size());
        }
      }
      case Event.QuestionAsked asked -> {
        waiting = wait("question-" + asked.round(), Kind.QUESTION, entry);
        until(waiting, asked.until());
      }
      case Event.QuestionAnswered(_, _, _, var answer, var by) -> {
        if (waiting != null) {
          waiting.put("by", by).end(entry.at(), status(answer));
        }
      }
      case Event.DeferredCallChecked _ -> call.add("checks", 1);
      case Event.ToolDeferred(_, _, var until, _, _, _) -> {
        waiting = wait("away", Kind.DEFERRAL, entry);
        until(waiting, until);
      }
      case Event.ToolSettled settled -> settle(entry.at(), settled);
      case Event.TaskStarted(_, _, var child, var agent, _, _) ->
          call.put("child", child).put("agent", agent);
      case Event.WorkspaceKept _ -> {}
    }
  }

  /// Its further events are not in this journal.
  void cutOff(RecordedEvent entry) {
    if (waiting != null) {
      waiting.end(entry.at(), Status.CANCELLED);
    }
    call.end(entry.at(), Status.CANCELLED);
  }

  private SpanDraft wait(String suffix, Kind kind, RecordedEvent entry) {
    var draft = new SpanDraft(call.id() + "/" + suffix, call.id(), kind, call.name(), entry);
    shown.began(draft);
    return draft;
  }

  private static void until(SpanDraft wait, @Nullable Instant until) {
    if (until != null) {
      wait.put("until", until);
    }
  }

  private void settle(Instant at, Event.ToolSettled settled) {
    var status = status(settled.outcome());
    if (waiting != null && waiting.isOpen()) {
      var by = settled.by();
      waiting.putUnlessEmpty("by", by == null ? "" : by).end(at, status);
    }
    call.put("outcome", settled.outcome().getClass().getSimpleName().toLowerCase(Locale.ROOT));
    call.end(at, status);
  }

  private static Status status(ApprovalAnswer answer) {
    return switch (answer) {
      case ApprovalAnswer.Yes _ -> Status.SUCCEEDED;
      case ApprovalAnswer.No _ -> Status.REFUSED;
    };
  }

  private static Status status(QuestionAnswer answer) {
    return switch (answer) {
      case QuestionAnswer.Accepted _ -> Status.SUCCEEDED;
      case QuestionAnswer.Declined _ -> Status.REFUSED;
      case QuestionAnswer.Dismissed _ -> Status.CANCELLED;
    };
  }

  private static Status status(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded _ -> Status.SUCCEEDED;
      case ToolOutcome.Failed _ -> Status.FAILED;
      case ToolOutcome.Refused _, ToolOutcome.Denied _ -> Status.REFUSED;
      case ToolOutcome.Unknown _ -> Status.UNKNOWN;
      case ToolOutcome.Cancelled _ -> Status.CANCELLED;
    };
  }
}
