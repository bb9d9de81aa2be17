package dev.drover.codec;

import static dev.drover.codec.GoldenEvents.BLOB;
import static dev.drover.codec.GoldenEvents.RUN;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.budget.RunLimits.LoopGuard;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.Event.TakeoverCause;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.Prompt.PromptRewrite;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The values of the golden files of run events: their start, their texts and their end.
final class GoldenRunEvents {
  private final Map<String, RecordedEvent> events = new TreeMap<>();

  private GoldenRunEvents() {}

  static Map<String, RecordedEvent> all() {
    var golden = new GoldenRunEvents();
    golden.addRuns();
    golden.addReworded();
    golden.addAttachments();
    golden.addWanted();
    golden.addRunsWithHistory();
    golden.addOutcomes();
    return golden.events;
  }

  private void add(String name, long seq, String at, Event event) {
    events.put(name, new RecordedEvent(seq, Instant.parse(at), event));
  }

  private void addRuns() {
    var own = new Prompt.History.Own();
    add(
        "run_accepted",
        3,
        "2026-01-01T00:00:01.25Z",
        new Event.RunAccepted(
            RUN, new Prompt(Text.of("What is in calc.sh?"), own, null), RunLimits.DEFAULT));
    add(
        "run_accepted-guarded",
        3,
        "2026-01-01T00:00:01.25Z",
        new Event.RunAccepted(
            RUN,
            new Prompt(Text.of("What is in calc.sh?"), own, null),
            new RunLimits(50, RunLimits.NO_TOKEN_LIMIT, 3, LoopGuard.DEFAULT)));
    add(
        "prompt_queued",
        4,
        "2026-01-01T00:00:02Z",
        new Event.PromptQueued(
            new RunId("r-2"),
            new Prompt(Text.of("And then?"), own, new RunKey("k-2")),
            new Recipe("scripted/demo", Text.of("Be brief."), List.of("read"), "9f2c"),
            RunLimits.DEFAULT));
    add(
        "text_steered",
        5,
        "2026-01-01T00:00:02Z",
        new Event.TextSteered(RUN, Text.of("Not that file."), null));
    add(
        "text_steered-with-key",
        5,
        "2026-01-01T00:00:02Z",
        new Event.TextSteered(RUN, Text.of("Not that file."), new RunKey("k-3")));
    add(
        "run_recovered",
        9,
        "2026-01-01T00:00:00Z",
        new Event.RunRecovered(RUN, "host-7", List.of(new EffectId(2), new EffectId(3))));
    add(
        "run_recovered-moved",
        9,
        "2026-01-01T00:00:00Z",
        new Event.RunRecovered(RUN, "host-7", List.of(new EffectId(2)), TakeoverCause.MOVE));
  }

  private void addReworded() {
    var by = new HookMark("tidy", HookMark.Action.REWROTE, "names left out");
    var own = new Prompt.History.Own();
    add(
        "run_accepted-reworded",
        3,
        "2026-01-01T00:00:01.25Z",
        new Event.RunAccepted(
            RUN,
            new Prompt(
                Text.of("Write to [name]."),
                List.of(),
                own,
                AnswerType.WORDS,
                new RunKey("k-1"),
                new PromptRewrite(List.of(by), "5e884898")),
            RunLimits.DEFAULT));
    add(
        "text_steered-reworded",
        5,
        "2026-01-01T00:00:02Z",
        new Event.TextSteered(
            RUN,
            Text.of("Not that file."),
            List.of(),
            null,
            new PromptRewrite(List.of(new HookMark("brief", HookMark.Action.REWROTE, "")), "")));
  }

  private void addAttachments() {
    var own = new Prompt.History.Own();
    var media =
        List.of(
            new Media("image/png", BLOB, 2048),
            new Media("application/pdf", BLOB, 70_000, "offer.pdf"));
    add(
        "run_accepted-with-media",
        3,
        "2026-01-01T00:00:01.25Z",
        new Event.RunAccepted(
            RUN,
            new Prompt(
                Text.of("What is this?"),
                media,
                own,
                AnswerType.WORDS,
                new RunKey("k-1"),
                PromptRewrite.NONE),
            RunLimits.DEFAULT));
    add(
        "text_steered-with-media",
        5,
        "2026-01-01T00:00:02Z",
        new Event.TextSteered(RUN, Text.of("Like this."), media, null, PromptRewrite.NONE));
    add(
        "run_accepted-given-media",
        3,
        "2026-01-01T00:00:01.25Z",
        new Event.RunAccepted(
            RUN,
            new Prompt(
                Text.of("And now?"),
                new Prompt.History.Given(
                    List.of(
                        new Message.User(Text.of("What is this?"), media),
                        new Message.Assistant(List.of(), Message.Ending.WHOLE))),
                null),
            RunLimits.DEFAULT));
  }

  private void addWanted() {
    var wanted = new AnswerType.Json("Invoice", Text.of("{\"type\":\"object\"}"), 2);
    add(
        "run_accepted-wanting",
        3,
        "2026-01-01T00:00:01.25Z",
        new Event.RunAccepted(
            RUN,
            new Prompt(
                Text.of("Read the invoice."),
                List.of(),
                new Prompt.History.Own(),
                wanted,
                null,
                PromptRewrite.NONE),
            RunLimits.DEFAULT));
    add(
        "answer_rejected",
        5,
        "2026-01-01T00:00:02Z",
        new Event.AnswerRejected(
            RUN, new EffectId(1), "The answer does not fit the schema of Invoice: total: missing"));
    add(
        "run_finished-with-value",
        6,
        "2026-01-01T00:00:03Z",
        new Event.RunFinished(
            RUN,
            new RunOutcome.Completed(Text.of("Here: {\"total\":7}"), Text.of("{\"total\":7}")),
            new Usage(1200, 80, 0, 0, 0)));
  }

  private void addRunsWithHistory() {
    var at = "2026-01-01T00:00:01.25Z";
    List<Message> messages =
        List.of(
            new Message.User(Text.of("Hello")),
            new Message.Assistant(
                List.of(
                    new ContentBlock.Prose(Text.of("Let me see.")),
                    new ContentBlock.Call(new ToolCall("c1", "ls", Text.of("{}")))),
                Message.Ending.WHOLE),
            new Message.ToolResult(
                new EffectId(9), "c1", "ls", new ToolOutcome.Succeeded(Text.of("calc.sh"))),
            new Message.Assistant(List.of(), Message.Ending.INTERRUPTED));
    add(
        "run_accepted-given",
        3,
        at,
        new Event.RunAccepted(
            RUN,
            new Prompt(
                new Text.Stored(BLOB, 9_000_000_000L),
                new Prompt.History.Given(messages),
                new RunKey("order 17/änderung")),
            new RunLimits(1, 200_000, 1)));
    add(
        "run_accepted-given-nothing",
        3,
        at,
        new Event.RunAccepted(
            RUN,
            new Prompt(Text.EMPTY, new Prompt.History.Given(List.of()), null),
            new RunLimits(50, 1, 3)));
  }

  private void addOutcomes() {
    finished(
        "completed", new RunOutcome.Completed(Text.of("Fixed.")), new Usage(2400, 160, 900, 0, 0));
    finished(
        "cut",
        new RunOutcome.Completed(Text.of("Fixed, but"), null, AnswerEnding.CUT),
        new Usage(2400, 160, 900, 0, 0));
    finished(
        "empty",
        new RunOutcome.Completed(Text.EMPTY, null, AnswerEnding.EMPTY),
        new Usage(2400, 0, 900, 0, 0));
    finished(
        "failed",
        new RunOutcome.Failed(
            Failure.lasting(
                new Problem(
                    "out_of_turns",
                    "Out of turns",
                    "the run used its 50 turns",
                    "Allow more turns.")),
            Text.of("I got this far.")),
        new Usage(Long.MAX_VALUE, 0, 0, 0, 0));
    finished(
        "failed-silently",
        new RunOutcome.Failed(
            new Failure(
                new Problem("interrupted", "Interrupted", "the process died", "Send it again."),
                new Failure.Retry.Later(Duration.ZERO)),
            Text.EMPTY),
        Usage.NONE);
    finished(
        "cancelled",
        new RunOutcome.Cancelled("anna", "no longer needed"),
        new Usage(10, 0, 0, 0, 0));
  }

  private void finished(String how, RunOutcome outcome, Usage usage) {
    add(
        "run_finished-" + how,
        13,
        "2026-01-01T00:00:09Z",
        new Event.RunFinished(RUN, outcome, usage));
  }
}
