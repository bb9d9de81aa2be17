package dev.drover.cli.output;

import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.query.RunSnapshot;
import dev.drover.watch.Notice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A transcript of a run, collected from its events: prompt, turns, calls with their outcomes, end.
public final class RunTranscript {
  /// The columns before a call and between it and its outcome.
  private static final int CALL_MARGIN = 15;

  private static final int LEAST_OUTCOME = 12;

  private final RunSnapshot run;
  private final Function<Text, String> texts;
  private final PlannedToolCalls calls;
  private final EventLine words;
  private final List<Turn> turns = new ArrayList<>();
  // Events since the last turn.
  private final List<String> notes = new ArrayList<>();
  private final Map<EffectId, CallSummary> callsById = new LinkedHashMap<>();
  private String prompt = "";
  private String rewriters = "";
  private int recoveries;
  private Event.@Nullable RunFinished end;

  /// One model call and the tool calls it requested.
  ///
  /// @param before notes on events before it
  private record Turn(List<String> before, String said, List<CallSummary> summaries) {}

  /// One tool call.
  private static final class CallSummary {
    final EffectId effect;
    final String tool;
    final String subject;
    final String rewriters;
    String answer = "";
    @Nullable ToolOutcome outcome;

    CallSummary(EffectId effect, String tool, String subject, String rewriters) {
      this.effect = effect;
      this.tool = tool;
      this.subject = subject;
      this.rewriters = rewriters;
    }

    String words() {
      return (tool + " " + subject).strip();
    }
  }

  public RunTranscript(
      RunSnapshot run, List<Notice.Happened> events, Function<Text, String> texts) {
    this.run = run;
    this.texts = texts;
    this.calls = new PlannedToolCalls(texts);
    this.words =
        new EventLine(
            new TerminalStyle(TerminalStyle.Colours.OFF, LineSymbols.FINE, Integer.MAX_VALUE),
            texts);
    events.forEach(item -> take(item.event()));
  }

  private void take(Event event) {
    switch (event) {
      case Event.RunAccepted(_, var sent, _) -> {
        prompt = texts.apply(sent.text()) + DisplayFormats.attached(sent.media());
        rewriters = PlannedToolCalls.rewriters(sent.rewording().marks());
      }
      case Event.ModelReplied(_, _, var reply) -> {
        turns.add(new Turn(List.copyOf(notes), texts.apply(reply.answer()), new ArrayList<>()));
        notes.clear();
        if (reply.stop() == ModelReply.StopReason.LENGTH) {
          notes.add(DisplayFormats.cutReply(reply));
        }
      }
      case Event.ToolsPlanned(_, var planned) -> plan(planned);
      case Event.ApprovalAnswered(_, var effect, var answer, var by) ->
          callOf(effect).answer = said(answer) + " by " + by;
      case Event.QuestionAnswered(_, var effect, _, var answer, var by) ->
          callOf(effect).answer = DisplayFormats.describe(answer) + " by " + by;
      case Event.ToolSettled(_, var effect, var outcome, _, _, _) ->
          callOf(effect).outcome = outcome;
      case Event.ModelReplaced replaced -> notes.add(words(replaced));
      case Event.RunRecovered _ -> recoveries++;
      case Event.RunFinished finished -> end = finished;
      case Event.HistoryCompacted(var shortening) ->
          notes.add("conversation made shorter: " + DisplayFormats.describe(shortening));
      case Event.CompactionDenied(var denial) -> notes.add(words(denial));
      case Event.CompactionFailed(var failure) ->
          notes.add("conversation not made shorter: " + DisplayFormats.describe(failure));
      case Event.OfSession _,
          Event.OfModel _,
          Event.OfVerification _,
          Event.OfCall _,
          Event.DirectCallAccepted _,
          Event.OfPrompt _,
          Event.BudgetWarned _,
          Event.UndoOrdered _ -> {}
    }
  }

  private void plan(List<PlannedCall> planned) {
    calls.plan(planned);
    for (var call : planned) {
      var effect = call.effect();
      var summary =
          new CallSummary(
              effect, calls.tool(effect), calls.subject(effect), calls.rewriters(effect));
      callsById.put(effect, summary);
      turns.getLast().summaries().add(summary);
    }
  }

  private static String words(CompactionOutcome.Denied denial) {
    return "conversation not made shorter: hook %s said %s".formatted(denial.hook(), denial.why());
  }

  private static String words(Event.ModelReplaced replaced) {
    return "model replaced by %s: %s"
        .formatted(replaced.fallback().model(), replaced.failure().problem().detail());
  }

  private static String said(ApprovalAnswer answer) {
    return EventLine.describe(answer);
  }

  /// In a run whose first events were trimmed, a call may have only its outcome.
  private CallSummary callOf(EffectId effect) {
    return callsById.computeIfAbsent(
        effect, _ -> new CallSummary(effect, effect.toString(), "", ""));
  }

  private String status() {
    return run.status().name().toLowerCase(Locale.ROOT);
  }

  private AnswerEnding ending() {
    return end != null && end.outcome() instanceof RunOutcome.Completed completed
        ? completed.ending()
        : AnswerEnding.WHOLE;
  }

  /// The status, with notes on the answer.
  private String statusWords() {
    return ending() == AnswerEnding.WHOLE
        ? status() + (run.waitingFor().isEmpty() ? "" : ", for " + run.waitingFor())
        : DisplayFormats.describe(ending());
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

  private static JsonLine json(CallSummary summary) {
    var line =
        new JsonLine()
            .with("effect", summary.effect)
            .with("tool", summary.tool)
            .with("subject", summary.subject)
            .with("approval", summary.answer.isEmpty() ? null : summary.answer)
            .with("outcome", summary.outcome == null ? null : kind(summary.outcome));
    return summary.rewriters.isEmpty() ? line : line.with("rewritten_by", summary.rewriters);
  }

  private List<String> allNotes() {
    var all = new ArrayList<String>();
    turns.forEach(turn -> all.addAll(turn.before()));
    all.addAll(notes);
    return all;
  }

  public JsonLine json() {
    var done = callsById.values().stream().map(RunTranscript::json).toList();
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

  public void print(ConsolePrinter out, TerminalStyle style) {
    var signs = style.signs();
    out.gap();
    out.line(
        style.bold("run " + run.run()),
        "  " + statusWords(),
        style.dim("  " + DisplayFormats.date(run.acceptedAt())));
    out.line("  ", style.dim("prompt  "), DisplayFormats.brief(prompt, style.width() - 10, signs));
    if (!rewriters.isEmpty()) {
      out.line("          ", style.dim("(rewritten by hook " + rewriters + ")"));
    }
    for (int i = 0; i < turns.size(); i++) {
      print(out, style, i + 1, turns.get(i));
    }
    print(out, style, notes);
    if (recoveries > 0) {
      out.line(
          "  ",
          style.dim("taken over by a new process " + DisplayFormats.count(recoveries, "time")));
    }
    var failure = failure();
    if (failure != null) {
      out.line("  ", style.dim("problem "), failure.problem());
    }
    var used = DisplayFormats.tokens(usage());
    if (!used.isEmpty()) {
      out.line("  ", style.dim("usage   "), used);
    }
  }

  private static void print(ConsolePrinter out, TerminalStyle style, List<String> notes) {
    for (var note : notes) {
      var words = DisplayFormats.brief(note, style.width() - 2, style.signs());
      out.line("  ", style.dim(words));
    }
  }

  private void print(ConsolePrinter out, TerminalStyle style, int number, Turn turn) {
    print(out, style, turn.before());
    var label = "turn " + number;
    var said = DisplayFormats.brief(turn.said(), style.width() - 10, style.signs());
    out.line("  ", style.dim(label + " ".repeat(Math.max(1, 8 - label.length()))), said);
    for (var summary : turn.summaries()) {
      var what = DisplayFormats.brief(summary.words(), style.width() / 2, style.signs());
      var asked =
          (summary.rewriters.isEmpty() ? "" : " (rewritten by hook " + summary.rewriters + ")")
              + (summary.answer.isEmpty() ? "" : " (" + summary.answer + ")");
      int room = style.width() - CALL_MARGIN - what.length() - asked.length();
      var outcome =
          summary.outcome == null
              ? "not settled"
              : DisplayFormats.brief(
                  words.describe(summary.outcome), Math.max(LEAST_OUTCOME, room), style.signs());
      out.line(
          "          ",
          style.cyan(style.signs().call()),
          " " + what,
          style.dim(" " + style.signs().arrow() + " " + outcome + asked));
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
