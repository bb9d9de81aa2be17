package dev.drover.cli.output;

import dev.drover.codec.EventCodec;
import dev.drover.kernel.budget.BudgetSet.BudgetOrigin;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.Event.TakeoverCause;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.PromptDenial;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One event on one line: its number, time, type as in JSON, and content.
public final class EventLine {
  private static final int TYPE_WIDTH = 18;
  private static final int BEFORE_WORDS = 36;

  private final TerminalStyle style;
  private final Function<Text, String> texts;
  private final PlannedToolCalls calls;

  public EventLine(TerminalStyle style, Function<Text, String> texts) {
    this.style = style;
    this.texts = texts;
    this.calls = new PlannedToolCalls(texts);
  }

  public StyledText of(RecordedEvent entry) {
    var type = EventCodec.nameOf(entry.event());
    var words =
        DisplayFormats.brief(describe(entry.event()), style.width() - BEFORE_WORDS, style.signs());
    var between = words.isEmpty() ? "" : " ".repeat(Math.max(0, TYPE_WIDTH - type.length()) + 1);
    return StyledText.of(
        style.dim("%5d".formatted(entry.seq())),
        "  ",
        style.dim(DisplayFormats.clock(entry.at())),
        "  ",
        style.bold(type),
        between + words);
  }

  private String describe(Event event) {
    return switch (event) {
      case Event.OfSession about -> describe(about);
      case Event.RunAccepted(var run, var prompt, _) -> run + " " + describe(prompt);
      case Event.BudgetWarned warned -> DisplayFormats.describe(warned);
      case Event.ModelReplied(_, var effect, var reply) -> effect + " " + describe(reply);
      case Event.ModelFailed(_, var effect, var attempt, var failure, _) ->
          "%s attempt %d: %s".formatted(effect, attempt, failure.problem().detail());
      case Event.ModelReplaced(_, var effect, var attempt, var failure, var fallback) ->
          "%s attempt %d: %s; goes on with %s"
              .formatted(effect, attempt, failure.problem().detail(), fallback.model());
      case Event.ReplyInterrupted(_, var effect, var partial) ->
          effect + " " + texts.apply(partial);
      case Event.AnswerRejected(_, var effect, var complaint) -> effect + " " + complaint;
      case Event.VerificationStarted(_, var effect, var answer) ->
          effect + " " + texts.apply(answer.text());
      case Event.VerificationFailed(_, var effect, var findings) -> effect + " " + findings;
      case Event.ToolsPlanned(_, var planned) -> plan(planned);
      case Event.OfCall about -> describe(about);
      case Event.PromptQueued(var run, var prompt, _, _) -> run + " " + describe(prompt);
      case Event.TextSteered steered ->
          steered.run()
              + " "
              + describe(steered.message())
              + rewritten(steered.rewording().marks());
      case Event.DirectCallAccepted(var run, var by, var call) -> {
        calls.plan(List.of(call));
        yield "%s by %s: %s %s%s"
            .formatted(run, by, call.effect(), calls.describe(call.effect()), verdict(call));
      }
      case Event.UndoOrdered(_, var by, var paths) -> "by " + by + ": " + String.join(", ", paths);
      case Event.RunRecovered(_, _, var lost, var cause) -> moved(cause) + lost(lost);
      case Event.RunFinished(_, var outcome, var usage) ->
          describe(outcome) + bracketed(DisplayFormats.tokens(usage));
    };
  }

  private String describe(Event.OfSession event) {
    return switch (event) {
      case Event.SessionOpened(_, var agent, var workspace, var identity, var origin) ->
          agent + " in " + workspace + describe(identity) + describe(origin);
      case Event.SessionForked(var fork, var source, var at, var agent, _, var by) ->
          "by %s: %s goes on from event %d of %s, with agent %s"
              .formatted(by, fork, at, source, agent);
      case Event.RecipeAdopted(var recipe) ->
          recipe.model() + " with " + String.join(", ", recipe.tools());
      case Event.HistoryCleared(var by) -> "by " + by;
      case Event.HistoryCompacted(var done) ->
          "by " + done.by() + ": " + DisplayFormats.describe(done);
      case Event.CompactionDenied(var denial) -> describe(denial);
      case Event.CompactionFailed(var failure) ->
          "of %s: %s".formatted(failure.by(), DisplayFormats.describe(failure));
      case Event.SessionHandedOff(var to, var by) ->
          "by %s: goes on in %s, with agent %s: %s"
              .formatted(by, to.successor(), to.agent(), texts.apply(to.prompt()));
      case Event.OutcomeEdited(var effect, var outcome, var by) ->
          "%s %s, as %s wants it".formatted(effect, describe(outcome), by);
      case Event.BudgetsSet(_, var by, var origin) ->
          (origin == BudgetOrigin.RUN ? "those of the agent, " : "") + "by " + by;
      case Event.TaskEnded(var child, var status, var usage) ->
          "%s %s, %d tokens"
              .formatted(child, status.name().toLowerCase(Locale.ROOT), usage.total());
      case Event.VerificationRecorded(var report) -> describe(report);
      case Event.CompletionMade(var shot) ->
          "%s by %s, %d tokens".formatted(shot.name(), shot.model(), shot.usage().total());
      case Event.PromptDenied(var denial) -> describe(denial);
    };
  }

  private String describe(Event.OfCall event) {
    return switch (event) {
      case Event.ApprovalRequested asked -> asked.effect() + " " + asked.why();
      case Event.ApprovalAnswered(_, var effect, var answer, var by) ->
          "%s %s by %s".formatted(effect, describe(answer), by);
      case Event.ToolStarted(_, var effect, var attempt) ->
          named(effect.toString(), calls.describe(effect))
              + (attempt == 1 ? "" : " attempt " + attempt);
      case Event.WorkspaceKept(_, var effect, _) -> effect.toString();
      case Event.FilesTouched(_, var effect, var changes) -> effect + " " + paths(changes);
      case Event.TaskStarted(_, var effect, var child, var agent, var mode, _) ->
          "%s %s for %s%s"
              .formatted(
                  effect, agent, child, mode == TaskMode.BACKGROUND ? ", in the background" : "");
      case Event.QuestionAsked asked ->
          "%s question %d: %s"
              .formatted(asked.effect(), asked.round(), texts.apply(asked.question().text()));
      case Event.QuestionAnswered answered ->
          "%s question %d: %s by %s"
              .formatted(
                  answered.effect(),
                  answered.round(),
                  DisplayFormats.describe(answered.answer()),
                  answered.by());
      case Event.DeferredCallChecked(_, var effect, var progress, var next) ->
          "%s %s; looks again at %s"
              .formatted(
                  effect,
                  progress.isEmpty() ? "is in progress" : progress,
                  DisplayFormats.date(next));
      case Event.ToolDeferred(_, var effect, var until, _, _, _) ->
          named(effect.toString(), calls.describe(effect))
              + (until == null ? "" : " until " + DisplayFormats.date(until));
      case Event.ToolSettled(_, var effect, var outcome, var labels, var by, var marks) ->
          effect
              + " "
              + describe(outcome)
              + bracketed(describe(labels))
              + (by == null ? "" : " by " + by)
              + rewritten(marks);
    };
  }

  private String describe(Prompt prompt) {
    return describe(prompt.message()) + rewritten(prompt.rewording().marks());
  }

  private static String describe(SessionOrigin origin) {
    return origin instanceof SessionOrigin.Delegated above
        ? ", for %s of %s".formatted(above.call(), above.parent())
        : "";
  }

  private String describe(Message.User message) {
    return texts.apply(message.text()) + DisplayFormats.attached(message.media());
  }

  private static String moved(TakeoverCause cause) {
    return switch (cause) {
      case CRASH -> "";
      case MOVE -> "moved, ";
    };
  }

  private String lost(List<EffectId> lost) {
    return lost.isEmpty()
        ? "nothing was lost"
        : "without an outcome: "
            + lost.stream()
                .map(effect -> named(effect.toString(), calls.describe(effect)))
                .collect(Collectors.joining(", "));
  }

  private static String named(String effect, String words) {
    return words.equals(effect) ? effect : effect + " " + words;
  }

  private String plan(List<PlannedCall> planned) {
    calls.plan(planned);
    return planned.stream()
        .map(call -> call.effect() + " " + calls.describe(call.effect()) + verdict(call))
        .collect(Collectors.joining("; "));
  }

  private static String describe(CompactionOutcome.Denied denial) {
    return "of %s by hook %s: %s".formatted(denial.by(), denial.hook(), denial.why());
  }

  private static String describe(PromptDenial denial) {
    return "of %s by hook %s: %s".formatted(denial.by(), denial.hook(), denial.why());
  }

  private static String describe(VerificationReport report) {
    return "%s by %s: %s"
        .formatted(
            DisplayFormats.lower(report.status()),
            report.by(),
            report.checks().stream()
                .map(check -> check.id() + " " + DisplayFormats.lower(check.status()))
                .collect(Collectors.joining(", ")));
  }

  private static String describe(Identity identity) {
    var names =
        Stream.of(
                identity.tenant(),
                identity.principal(),
                identity.template(),
                identity.correlation())
            .filter(name -> !name.isEmpty())
            .toList();
    return names.isEmpty() ? "" : " for " + String.join(", ", names);
  }

  private static String paths(List<FileChange> changes) {
    return changes.stream().map(FileChange::path).collect(Collectors.joining(", "));
  }

  private static String describe(List<Label> labels) {
    return labels.stream()
        .map(label -> label.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }

  private static String bracketed(String words) {
    return words.isEmpty() ? "" : " (" + words + ")";
  }

  private String describe(ModelReply reply) {
    var parts = new ArrayList<String>();
    for (var block : reply.blocks()) {
      switch (block) {
        case ContentBlock.Prose(var text) -> parts.add(texts.apply(text));
        case ContentBlock.Call(var call) ->
            parts.add(style.signs().arrow() + " " + calls.describe(call));
        case ContentBlock.Reasoning _, ContentBlock.Opaque _ -> {}
      }
    }
    if (reply.stop() == ModelReply.StopReason.LENGTH) {
      parts.add("(%s)".formatted(DisplayFormats.cutReply(reply)));
    }
    return String.join(" ", parts);
  }

  private static String verdict(PlannedCall call) {
    var verdict =
        switch (call.verdict()) {
          case Verdict.Allow(var rule) -> rule;
          case Verdict.Ask(var rule, _, _, _, _) -> "ask: " + rule;
          case Verdict.Deny(var rule, _) -> rule;
          case Verdict.Reject _ -> "rejected";
        };
    return " (%s)".formatted(verdict) + rewritten(call.marks());
  }

  /// A hook's text is attributed to neither the model nor the user.
  private static String rewritten(List<HookMark> marks) {
    var hooks = PlannedToolCalls.rewriters(marks);
    return hooks.isEmpty() ? "" : " (rewritten by hook %s)".formatted(hooks);
  }

  static String describe(ApprovalAnswer answer) {
    return switch (answer) {
      case ApprovalAnswer.Yes(var scope) ->
          switch (scope) {
            case ONCE -> "yes, once";
            case SESSION -> "yes, for the session";
            case ALWAYS -> "yes, always";
          };
      case ApprovalAnswer.No(var reason, var then) ->
          "no"
              + (then == ApprovalAnswer.OnDenial.STOP ? ", and stop" : "")
              + (reason.isEmpty() ? "" : " (%s)".formatted(reason));
    };
  }

  String describe(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(var content, _) ->
          "succeeded: " + DisplayFormats.headline(texts.apply(content));
      case ToolOutcome.Failed(var reason) ->
          "failed: " + DisplayFormats.headline(texts.apply(reason));
      case ToolOutcome.Refused(var reason) -> "refused: " + reason;
      case ToolOutcome.Denied(var by, var reason) -> "denied by " + by + ": " + reason;
      case ToolOutcome.Unknown(var why) -> "unknown: " + why;
      case ToolOutcome.Cancelled(var why) -> "cancelled: " + why;
    };
  }

  private String describe(RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.Completed(var text, _, var ending) ->
          DisplayFormats.describe(ending) + ": " + texts.apply(text);
      case RunOutcome.HandedOff(var session, var run, _) ->
          "handed on to %s, run %s".formatted(session, run);
      case RunOutcome.Failed(var failure, _) -> "failed: " + failure.problem();
      case RunOutcome.Cancelled(var by, var why) -> "cancelled by " + by + ": " + why;
    };
  }
}
