package dev.drover.cli.screen;

import dev.drover.kernel.AnswerEnding;
import dev.drover.kernel.Deferred;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Shortening;
import dev.drover.kernel.ShorteningDenial;
import dev.drover.kernel.ShorteningFailure;
import dev.drover.kernel.Text;
import dev.drover.kernel.Usage;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.model.Delta;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A run as a person reads it: what the model says, what its tools do, what is asked, how it ends.
public final class HumanScreen implements Screen {
  private final Printer out;
  private final Look look;
  private final Function<Text, String> texts;
  private final ReplyView replies;
  private final CallView calls;
  private @Nullable Instant began;
  private int turns;
  private Kind last = Kind.NOTHING;

  /// Different kinds of things have an empty line between them.
  private enum Kind {
    NOTHING,
    HEADING,
    WORDS,
    CALL,
    NOTE
  }

  public HumanScreen(Printer out, Look look, Function<Text, String> texts) {
    this.out = out;
    this.look = look;
    this.texts = texts;
    this.replies = new ReplyView(out, look, texts);
    this.calls = new CallView(out, look, texts);
  }

  @Override
  public void see(SessionId session, Notice notice) {
    switch (notice) {
      case Notice.Happened happened -> see(session, happened.event(), happened.entry().at());
      case Notice.Shown shown -> {
        switch (shown.delta()) {
          case Delta.TextDelta _, Delta.ReasoningDelta _ -> {
            turnTo(Kind.WORDS);
            replies.heard(shown, shown.delta());
          }
          // Half a call says nothing to a person: it is shown when it is whole.
          case Delta.ToolInputDelta _ -> {}
          case Delta.ToolOutputDelta(var effect, var text) -> {
            turnTo(Kind.CALL);
            calls.printed(effect, text);
          }
        }
      }
      // A person reads the sum at the end of the run.
      case Notice.ChildUsage _ -> {}
      case Notice.Missed missed -> note(look.dim("(%s)".formatted(Wording.words(missed))));
    }
  }

  private void see(SessionId session, Event event, Instant at) {
    switch (event) {
      case Event.SessionOpened _,
          Event.SessionForked _,
          Event.RecipeAdopted _,
          Event.HistoryCleared _,
          Event.OutcomeEdited _,
          Event.SessionHandedOff _,
          Event.PromptQueued _,
          Event.BudgetsSet _,
          Event.TaskEnded _,
          Event.VerificationRecorded _,
          Event.CompletionMade _,
          Event.PromptDenied _,
          Event.UndoOrdered _ -> {}
      case Event.HistoryCompacted(var done) -> see(done);
      case Event.CompactionDenied(var denial) -> see(denial);
      case Event.CompactionFailed(var failure) -> see(failure);
      case Event.BudgetWarned warned -> note(look.yellow("(%s)".formatted(Wording.words(warned))));
      case Event.RunAccepted _ -> began = at;
      case Event.TextSteered steered -> see(steered);
      case Event.ModelReplied(_, var effect, var reply) -> see(effect, reply);
      case Event.ModelFailed failed -> see(failed);
      case Event.ModelReplaced replaced -> see(replaced);
      case Event.ReplyInterrupted _ -> replies.retract();
      case Event.AnswerRejected(_, _, var complaint) ->
          note(look.yellow("(sent back: %s)".formatted(complaint)));
      case Event.ToolsPlanned(_, var planned) -> calls.planned(planned);
      case Event.DirectCallAccepted(_, _, var call) -> calls.planned(List.of(call));
      case Event.OfCall about -> see(session, about);
      case Event.RunRecovered recovered -> see(recovered);
      case Event.RunFinished(_, var outcome, var usage) -> finish(outcome, usage, at);
    }
  }

  private void see(EffectId effect, ModelReply reply) {
    turns++;
    if (!reply.answer().isEmpty()) {
      turnTo(Kind.WORDS);
    }
    replies.replied(effect, reply);
    if (reply.stop() == ModelReply.StopReason.LENGTH) {
      note(look.yellow("(" + Wording.cutReply(reply) + ")"));
    }
  }

  private void see(Event.TextSteered steered) {
    var words = texts.apply(steered.text());
    note(look.dim("(told: %s%s)".formatted(words, Wording.attached(steered.media()))));
  }

  private void see(Shortening done) {
    note(look.dim("(conversation made shorter: %s)".formatted(Wording.words(done))));
  }

  private void see(ShorteningFailure failure) {
    note(look.yellow("(conversation not made shorter: %s)".formatted(Wording.words(failure))));
  }

  private void see(ShorteningDenial denial) {
    note(
        look.yellow(
            "(hook %s keeps the conversation as long as it is: %s)"
                .formatted(denial.hook(), denial.why())));
  }

  private void see(SessionId session, Event.OfCall event) {
    switch (event) {
      case Event.WorkspaceKept _, Event.FilesTouched _ -> {}
      case Event.ApprovalRequested asked -> {
        turnTo(Kind.CALL);
        calls.asked(Question.of(session, asked));
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
          note(look.dim(calls.words(effect) + " is worked on in " + child));
      case Event.ToolDeferred(_, _, var until, _, var room)
          when until == null && room == Deferred.Room.KEPT -> {}
      case Event.ToolDeferred(_, var effect, var until, _, _) ->
          note(
              look.dim(
                  calls.words(effect)
                      + " goes on elsewhere"
                      + (until == null ? "" : ", until " + Wording.date(until))));
      case Event.ToolSettled(_, var effect, var outcome, _, _, _) -> {
        turnTo(Kind.CALL);
        calls.settled(effect, outcome);
      }
    }
  }

  private void see(Event.ModelFailed failed) {
    boolean isVoid = replies.retract();
    note(
        look.yellow("! "),
        failed.failure().problem().detail(),
        look.dim(
            " (attempt %d; the next at %s%s)"
                .formatted(
                    failed.attempt(),
                    Wording.clock(failed.retryAt()),
                    isVoid ? "; what it said is void" : "")));
  }

  private void see(Event.ModelReplaced replaced) {
    boolean isVoid = replies.retract();
    note(
        look.yellow("! "),
        replaced.failure().problem().detail(),
        look.dim(
            " (%s goes on%s)"
                .formatted(replaced.fallback().model(), isVoid ? "; what was said is void" : "")));
  }

  private void see(Event.RunRecovered recovered) {
    replies.retract();
    var lost = recovered.lost().stream().map(calls::words).toList();
    note(
        look.yellow(look.signs().again()),
        " this process goes on with the run"
            + (lost.isEmpty() ? "" : "; without an outcome: " + String.join(", ", lost)));
  }

  private void finish(RunOutcome outcome, Usage usage, Instant at) {
    var verdict =
        switch (outcome) {
          case RunOutcome.HandedOff(var session, _, _) ->
              look.green(look.signs().good() + " handed on to " + session);
          case RunOutcome.Completed completed -> verdict(completed.ending());
          case RunOutcome.Failed(var failure, _) ->
              look.red(look.signs().bad() + " failed: " + failure.problem().code());
          case RunOutcome.Cancelled(var by, var why) ->
              look.yellow(look.signs().bad() + " cancelled by " + by + ": " + why);
        };
    var facts =
        began == null
            ? List.of(Wording.tokens(usage))
            : List.of(
                turns == 0 ? "" : Wording.count(turns, "turn"),
                Wording.tokens(usage),
                Wording.length(Duration.between(began, at)));
    var rest = Wording.joined(look.signs(), facts);
    note(verdict, look.dim(rest.isEmpty() ? "" : " " + look.signs().dot() + " " + rest));
  }

  private StyledText verdict(AnswerEnding ending) {
    return ending == AnswerEnding.WHOLE
        ? look.green(look.signs().good() + " completed")
        : look.yellow(look.signs().bad() + " " + Wording.words(ending));
  }

  @Override
  public void catchUp(List<PlannedCall> planned, List<Question> open) {
    calls.planned(planned);
    for (var question : open) {
      turnTo(Kind.CALL);
      calls.asked(question);
    }
  }

  @Override
  public void asked(Question question) {
    turnTo(Kind.CALL);
    calls.askedElsewhere(question);
  }

  @Override
  public void say(StyledText line) {
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
