package dev.drover.cli.output;

import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolQuestion.Form;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.model.Delta;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Shows a run to a person: the model's replies, tool calls, questions, and the outcome.
public final class TextRunDisplay implements RunDisplay {
  private final ConsolePrinter out;
  private final TerminalStyle style;
  private final Function<Text, String> texts;
  private final ReplyView replies;
  private final ToolCallView calls;
  private @Nullable Instant began;
  private int turns;
  private Kind last = Kind.NOTHING;

  /// Different kinds of output are separated by an empty line.
  private enum Kind {
    NOTHING,
    HEADING,
    WORDS,
    CALL,
    NOTE
  }

  public TextRunDisplay(ConsolePrinter out, TerminalStyle style, Function<Text, String> texts) {
    this.out = out;
    this.style = style;
    this.texts = texts;
    this.replies = new ReplyView(out, style, texts);
    this.calls = new ToolCallView(out, style, texts);
  }

  @Override
  public void show(SessionId session, Notice notice) {
    switch (notice) {
      case Notice.Happened happened -> show(session, happened.event(), happened.entry().at());
      case Notice.Shown shown -> {
        switch (shown.delta()) {
          case Delta.TextDelta _, Delta.ReasoningDelta _ -> {
            turnTo(Kind.WORDS);
            replies.onDelta(shown, shown.delta());
          }
          // An incomplete call is of no use to a person: it is shown when complete.
          case Delta.ToolInputDelta _ -> {}
          case Delta.ToolOutputDelta(var effect, var text) -> {
            turnTo(Kind.CALL);
            calls.printed(effect, text);
          }
        }
      }
      // The total is shown at the end of the run.
      case Notice.ChildUsage _ -> {}
      case Notice.Missed missed ->
          note(style.dim("(%s)".formatted(DisplayFormats.describe(missed))));
    }
  }

  private void show(SessionId session, Event event, Instant at) {
    switch (event) {
      case Event.HistoryCompacted(var done) -> show(done);
      case Event.CompactionDenied(var denial) -> show(denial);
      case Event.CompactionFailed(var failure) -> show(failure);
      case Event.BudgetWarned warned ->
          note(style.yellow("(%s)".formatted(DisplayFormats.describe(warned))));
      case Event.RunAccepted _ -> began = at;
      case Event.TextSteered steered -> show(steered);
      case Event.ModelReplied(_, var effect, var reply) -> show(effect, reply);
      case Event.ModelFailed failed -> show(failed);
      case Event.ModelReplaced replaced -> show(replaced);
      case Event.ReplyInterrupted _ -> replies.retract();
      case Event.AnswerRejected(_, _, var complaint) ->
          note(style.yellow("(sent back: %s)".formatted(complaint)));
      case Event.VerificationStarted _ -> note(style.dim("(required checks are run)"));
      case Event.VerificationFailed(_, _, var findings) ->
          note(style.yellow("(checks failed, sent back: %s)".formatted(findings)));
      case Event.ToolsPlanned(_, var planned) -> calls.planned(planned);
      case Event.DirectCallAccepted(_, _, var call) -> calls.planned(List.of(call));
      case Event.OfCall about -> show(session, about);
      case Event.RunRecovered recovered -> show(recovered);
      case Event.RunFinished(_, var outcome, var usage) -> finish(outcome, usage, at);
      case Event.OfSession _, Event.PromptQueued _, Event.UndoOrdered _ -> {}
    }
  }

  private void show(EffectId effect, ModelReply reply) {
    turns++;
    if (!reply.answer().isEmpty()) {
      turnTo(Kind.WORDS);
    }
    replies.replied(effect, reply);
    if (reply.stop() == ModelReply.StopReason.LENGTH) {
      note(style.yellow("(" + DisplayFormats.cutReply(reply) + ")"));
    }
  }

  private void show(Event.TextSteered steered) {
    var words = texts.apply(steered.text());
    note(style.dim("(told: %s%s)".formatted(words, DisplayFormats.attached(steered.media()))));
  }

  private void show(CompactionOutcome.Applied done) {
    note(style.dim("(conversation made shorter: %s)".formatted(DisplayFormats.describe(done))));
  }

  private void show(CompactionOutcome.Failed failure) {
    note(
        style.yellow(
            "(conversation not made shorter: %s)".formatted(DisplayFormats.describe(failure))));
  }

  private void show(CompactionOutcome.Denied denial) {
    note(
        style.yellow(
            "(hook %s keeps the conversation as long as it is: %s)"
                .formatted(denial.hook(), denial.why())));
  }

  private void ask(Event.QuestionAsked asked) {
    turnTo(Kind.CALL);
    var question = asked.question();
    calls.askedByTool(
        asked.effect(),
        texts.apply(question.text()),
        question.form(),
        question.form() instanceof Form.Fields(var schema) ? texts.apply(schema) : "");
  }

  private void show(SessionId session, Event.OfCall event) {
    switch (event) {
      case Event.WorkspaceKept _, Event.FilesTouched _ -> {}
      case Event.ApprovalRequested asked -> {
        turnTo(Kind.CALL);
        calls.asked(ApprovalQuestion.of(session, asked));
      }
      case Event.ApprovalAnswered answered -> {
        turnTo(Kind.CALL);
        calls.answered(answered);
      }
      case Event.ToolStarted(_, var effect, _) -> {
        turnTo(Kind.CALL);
        calls.started(effect);
      }
      case Event.TaskStarted(_, var effect, var child, _, _, _) ->
          note(style.dim(calls.describe(effect) + " is worked on in " + child));
      case Event.QuestionAsked asked -> ask(asked);
      case Event.QuestionAnswered answered ->
          note(
              style.dim(
                  "%s: %s by %s"
                      .formatted(
                          calls.describe(answered.effect()),
                          DisplayFormats.describe(answered.answer()),
                          answered.by())));
      case Event.DeferredCallChecked checked ->
          note(style.dim(calls.describe(checked.effect()) + ": " + checked.progress()));
      case Event.ToolDeferred(_, _, var until, _, var room, _)
          when until == null && room == ToolDeferral.Slot.KEPT -> {}
      case Event.ToolDeferred(_, var effect, var until, _, _, _) ->
          note(
              style.dim(
                  calls.describe(effect)
                      + " goes on elsewhere"
                      + (until == null ? "" : ", until " + DisplayFormats.date(until))));
      case Event.ToolSettled(_, var effect, var outcome, _, _, _) -> {
        turnTo(Kind.CALL);
        calls.settled(effect, outcome);
      }
    }
  }

  private void show(Event.ModelFailed failed) {
    boolean isVoid = replies.retract();
    note(
        style.yellow("! "),
        failed.failure().problem().detail(),
        style.dim(
            " (attempt %d; the next at %s%s)"
                .formatted(
                    failed.attempt(),
                    DisplayFormats.clock(failed.retryAt()),
                    isVoid ? "; what it said is void" : "")));
  }

  private void show(Event.ModelReplaced replaced) {
    boolean isVoid = replies.retract();
    note(
        style.yellow("! "),
        replaced.failure().problem().detail(),
        style.dim(
            " (%s goes on%s)"
                .formatted(replaced.fallback().model(), isVoid ? "; what was said is void" : "")));
  }

  private void show(Event.RunRecovered recovered) {
    replies.retract();
    var lost = recovered.lost().stream().map(calls::describe).toList();
    note(
        style.yellow(style.signs().again()),
        " this process goes on with the run"
            + (lost.isEmpty() ? "" : "; without an outcome: " + String.join(", ", lost)));
  }

  private void finish(RunOutcome outcome, Usage usage, Instant at) {
    var verdict =
        switch (outcome) {
          case RunOutcome.HandedOff(var session, _, _) ->
              style.green(style.signs().good() + " handed on to " + session);
          case RunOutcome.Completed completed -> verdict(completed.ending());
          case RunOutcome.Failed(var failure, _) ->
              style.red(style.signs().bad() + " failed: " + failure.problem().code());
          case RunOutcome.Cancelled(var by, var why) ->
              style.yellow(style.signs().bad() + " cancelled by " + by + ": " + why);
        };
    var facts =
        began == null
            ? List.of(DisplayFormats.tokens(usage))
            : List.of(
                turns == 0 ? "" : DisplayFormats.count(turns, "turn"),
                DisplayFormats.tokens(usage),
                DisplayFormats.length(Duration.between(began, at)));
    var rest = DisplayFormats.joined(style.signs(), facts);
    note(verdict, style.dim(rest.isEmpty() ? "" : " " + style.signs().dot() + " " + rest));
  }

  private StyledText verdict(AnswerEnding ending) {
    return ending == AnswerEnding.WHOLE
        ? style.green(style.signs().good() + " completed")
        : style.yellow(style.signs().bad() + " " + DisplayFormats.describe(ending));
  }

  @Override
  public void showPending(List<PlannedCall> planned, List<ApprovalQuestion> open) {
    calls.planned(planned);
    for (var question : open) {
      turnTo(Kind.CALL);
      calls.asked(question);
    }
  }

  @Override
  public void showQuestion(ApprovalQuestion question) {
    turnTo(Kind.CALL);
    calls.askedElsewhere(question);
  }

  @Override
  public void showLine(StyledText line) {
    turnTo(Kind.HEADING);
    out.line(line);
  }

  private void note(Object... parts) {
    turnTo(Kind.NOTE);
    out.line(parts);
  }

  private void turnTo(Kind next) {
    if (last != next && last != Kind.NOTHING) {
      out.gap();
    }
    last = next;
  }
}
