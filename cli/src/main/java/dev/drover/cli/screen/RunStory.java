package dev.drover.cli.screen;

import dev.drover.kernel.Answer;
import dev.drover.kernel.AnswerEnding;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.ShorteningDenial;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.runtime.RunSnapshot;
import dev.drover.runtime.watch.Notice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A run as it went, gathered from its events: prompt, turns, calls with their outcomes, end.
public final class RunStory {
  /// What stands before a call and between it and its outcome.
  private static final int DEED_MARGIN = 15;

  private static final int LEAST_OUTCOME = 12;

  private final RunSnapshot run;
  private final Function<Text, String> texts;
  private final Calls calls;
  private final EventLine words;
  private final List<Turn> turns = new ArrayList<>();
  // What happened since the last turn.
  private final List<String> notes = new ArrayList<>();
  private final Map<EffectId, Deed> deeds = new LinkedHashMap<>();
  private String prompt = "";
  private String rewriters = "";
  private int recoveries;
  private Event.@Nullable RunFinished end;

  /// One model call and the tool calls it asked for.
  ///
  /// @param before what happened on the way to it
  private record Turn(List<String> before, String said, List<Deed> deeds) {}

  /// One tool call.
  private static final class Deed {
    final EffectId effect;
    final String tool;
    final String subject;
    final String rewriters;
    String answer = "";
    @Nullable ToolOutcome outcome;

    Deed(EffectId effect, String tool, String subject, String rewriters) {
      this.effect = effect;
      this.tool = tool;
      this.subject = subject;
      this.rewriters = rewriters;
    }

    String words() {
      return (tool + " " + subject).strip();
    }
  }

  public RunStory(RunSnapshot run, List<Notice.Happened> events, Function<Text, String> texts) {
    this.run = run;
    this.texts = texts;
    this.calls = new Calls(texts);
    this.words = new EventLine(new Look(Look.Colours.OFF, Signs.FINE, Integer.MAX_VALUE), texts);
    events.forEach(item -> take(item.event()));
  }

  private void take(Event event) {
    switch (event) {
      case Event.RunAccepted(_, var sent, _) -> {
        prompt = texts.apply(sent.text()) + Wording.attached(sent.media());
        rewriters = Calls.rewriters(sent.rewording().marks());
      }
      case Event.ModelReplied(_, _, var reply) -> {
        turns.add(new Turn(List.copyOf(notes), texts.apply(reply.answer()), new ArrayList<>()));
        notes.clear();
        if (reply.stop() == ModelReply.StopReason.LENGTH) {
          notes.add(Wording.cutReply(reply));
        }
      }
      case Event.ToolsPlanned(_, var planned) -> plan(planned);
      case Event.ApprovalAnswered(_, var effect, var answer, var by) ->
          deed(effect).answer = said(answer) + " by " + by;
      case Event.ToolSettled(_, var effect, var outcome, _, _, _) -> deed(effect).outcome = outcome;
      case Event.ModelReplaced replaced -> notes.add(words(replaced));
      case Event.RunRecovered _ -> recoveries++;
      case Event.RunFinished finished -> end = finished;
      case Event.HistoryCompacted(var shortening) ->
          notes.add("conversation made shorter: " + Wording.words(shortening));
      case Event.CompactionDenied(var denial) -> notes.add(words(denial));
      case Event.CompactionFailed(var failure) ->
          notes.add("conversation not made shorter: " + Wording.words(failure));
      case Event.OfSession _,
          Event.ModelFailed _,
          Event.ReplyInterrupted _,
          Event.AnswerRejected _,
          Event.OfCall _,
          Event.DirectCallAccepted _,
          Event.PromptQueued _,
          Event.TextSteered _,
          Event.BudgetWarned _,
          Event.UndoOrdered _ -> {}
    }
  }

  private void plan(List<PlannedCall> planned) {
    calls.plan(planned);
    for (var call : planned) {
      var effect = call.effect();
      var deed =
          new Deed(effect, calls.tool(effect), calls.subject(effect), calls.rewriters(effect));
      deeds.put(effect, deed);
      turns.getLast().deeds().add(deed);
    }
  }

  private static String words(ShorteningDenial denial) {
    return "conversation not made shorter: hook %s said %s".formatted(denial.hook(), denial.why());
  }

  private static String words(Event.ModelReplaced replaced) {
    return "model replaced by %s: %s"
        .formatted(replaced.fallback().model(), replaced.failure().problem().detail());
  }

  private static String said(Answer answer) {
    return EventLine.words(answer);
  }

  /// Of a run whose first events were trimmed, a call may be known by its outcome only.
  private Deed deed(EffectId effect) {
    return deeds.computeIfAbsent(effect, _ -> new Deed(effect, effect.toString(), "", ""));
  }

  private String status() {
    return run.status().name().toLowerCase(Locale.ROOT);
  }

  private AnswerEnding ending() {
    return end != null && end.outcome() instanceof RunOutcome.Completed completed
        ? completed.ending()
        : AnswerEnding.WHOLE;
  }

  /// The status, and what a reader of the answer must know.
  private String statusWords() {
    return ending() == AnswerEnding.WHOLE
        ? status() + (run.waitingFor().isEmpty() ? "" : ", for " + run.waitingFor())
        : Wording.words(ending());
  }

  private Usage usage() {
    return end == null ? Usage.NONE : end.usage();
  }

  private @Nullable Failure failure() {
    return end != null && end.outcome() instanceof RunOutcome.Failed(var failure, _)
        ? failure
        : null;
  }

  private String answer() {
    if (end == null) {
      return "";
    }
    return switch (end.outcome()) {
      case RunOutcome.Completed(var text, _, _) -> texts.apply(text);
      case RunOutcome.HandedOff(var session, _, var text) ->
          "handed on to " + session + ": " + texts.apply(text);
      case RunOutcome.Failed(_, var text) -> texts.apply(text);
      case RunOutcome.Cancelled(var by, var why) -> "cancelled by " + by + ": " + why;
    };
  }

  private static JsonLine json(Deed deed) {
    var line =
        new JsonLine()
            .with("effect", deed.effect)
            .with("tool", deed.tool)
            .with("subject", deed.subject)
            .with("approval", deed.answer.isEmpty() ? null : deed.answer)
            .with("outcome", deed.outcome == null ? null : kind(deed.outcome));
    return deed.rewriters.isEmpty() ? line : line.with("rewritten_by", deed.rewriters);
  }

  private List<String> allNotes() {
    var all = new ArrayList<String>();
    turns.forEach(turn -> all.addAll(turn.before()));
    all.addAll(notes);
    return all;
  }

  public JsonLine json() {
    var done = deeds.values().stream().map(RunStory::json).toList();
    var failure = failure();
    var line =
        new JsonLine()
            .with("run", run.run())
            .with("session", run.session())
            .with("status", status())
            .with("waiting_for", run.waitingFor().isEmpty() ? null : run.waitingFor())
            .with("accepted", run.acceptedAt())
            .with("finished", run.finishedAt())
            .with("prompt", prompt)
            .with("turns", turns.size())
            .with("calls", done)
            .with("text", answer())
            .with("problem", failure == null ? null : JsonLine.of(failure.problem()))
            .with("usage", JsonLine.of(usage()));
    if (ending() != AnswerEnding.WHOLE) {
      line = line.with("ending", ending().name().toLowerCase(Locale.ROOT));
    }
    if (!allNotes().isEmpty()) {
      line = line.with("notes", allNotes());
    }
    return rewriters.isEmpty() ? line : line.with("prompt_rewritten_by", rewriters);
  }

  public void print(Printer out, Look look) {
    var signs = look.signs();
    out.gap();
    out.line(
        look.bold("run " + run.run()),
        "  " + statusWords(),
        look.dim("  " + Wording.date(run.acceptedAt())));
    out.line("  ", look.dim("prompt  "), Wording.brief(prompt, look.width() - 10, signs));
    if (!rewriters.isEmpty()) {
      out.line("          ", look.dim("(rewritten by hook " + rewriters + ")"));
    }
    for (int i = 0; i < turns.size(); i++) {
      print(out, look, i + 1, turns.get(i));
    }
    print(out, look, notes);
    if (recoveries > 0) {
      out.line("  ", look.dim("taken over by a new process " + Wording.count(recoveries, "time")));
    }
    var failure = failure();
    if (failure != null) {
      out.line("  ", look.dim("problem "), failure.problem());
    }
    var used = Wording.tokens(usage());
    if (!used.isEmpty()) {
      out.line("  ", look.dim("usage   "), used);
    }
  }

  private static void print(Printer out, Look look, List<String> notes) {
    for (var note : notes) {
      var words = Wording.brief(note, look.width() - 2, look.signs());
      out.line("  ", look.dim(words));
    }
  }

  private void print(Printer out, Look look, int number, Turn turn) {
    print(out, look, turn.before());
    var label = "turn " + number;
    var said = Wording.brief(turn.said(), look.width() - 10, look.signs());
    out.line("  ", look.dim(label + " ".repeat(Math.max(1, 8 - label.length()))), said);
    for (var deed : turn.deeds()) {
      var what = Wording.brief(deed.words(), look.width() / 2, look.signs());
      var asked =
          (deed.rewriters.isEmpty() ? "" : " (rewritten by hook " + deed.rewriters + ")")
              + (deed.answer.isEmpty() ? "" : " (" + deed.answer + ")");
      int room = look.width() - DEED_MARGIN - what.length() - asked.length();
      var outcome =
          deed.outcome == null
              ? "not settled"
              : Wording.brief(
                  words.words(deed.outcome), Math.max(LEAST_OUTCOME, room), look.signs());
      out.line(
          "          ",
          look.cyan(look.signs().call()),
          " " + what,
          look.dim(" " + look.signs().arrow() + " " + outcome + asked));
    }
  }

  private static String kind(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded _ -> "succeeded";
      case ToolOutcome.Failed _ -> "failed";
      case ToolOutcome.Refused _ -> "refused";
      case ToolOutcome.Denied _ -> "denied";
      case ToolOutcome.Unknown _ -> "unknown";
      case ToolOutcome.Cancelled _ -> "cancelled";
    };
  }
}
