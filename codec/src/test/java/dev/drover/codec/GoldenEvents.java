package dev.drover.codec;

import dev.drover.kernel.AnswerType;
import dev.drover.kernel.BlobId;
import dev.drover.kernel.Block;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.HandOff;
import dev.drover.kernel.HookMark;
import dev.drover.kernel.Identity;
import dev.drover.kernel.Limits;
import dev.drover.kernel.LoopGuard;
import dev.drover.kernel.Media;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Origin;
import dev.drover.kernel.Problem;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.Recipe;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.Rewording;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunKey;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.TaskMode;
import dev.drover.kernel.TaskStatus;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the golden files of events say, in Java, by the name of the file. Those that are about
/// calls of tools are in [GoldenToolEvents].
final class GoldenEvents {
  static final SessionId SESSION = new SessionId("s-1");
  static final RunId RUN = new RunId("r-1");
  static final BlobId BLOB =
      new BlobId("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08");

  private final Map<String, Recorded> events = new TreeMap<>();

  private GoldenEvents() {}

  static Map<String, Recorded> all() {
    var golden = new GoldenEvents();
    golden.addSession();
    golden.addTasks();
    golden.addRecipes();
    golden.addRuns();
    golden.addRunsWithHistory();
    golden.addReplies();
    golden.addFailures();
    golden.addOutcomes();
    golden.events.putAll(GoldenToolEvents.all());
    golden.events.putAll(GoldenBudgetEvents.all());
    golden.events.putAll(GoldenVerifications.all());
    golden.events.putAll(GoldenCompactions.all());
    return golden.events;
  }

  private void add(String name, long seq, String at, Event event) {
    events.put(name, new Recorded(seq, Instant.parse(at), event));
  }

  private void addSession() {
    var start = "2026-01-01T00:00:00Z";
    add("session_opened", 1, start, new Event.SessionOpened(SESSION, "clerk", "/work/shop"));
    add(
        "session_opened-for",
        1,
        start,
        new Event.SessionOpened(
            SESSION,
            "clerk",
            "/work/shop",
            new Identity("acme", "anna", "shop-clerk", "T-17"),
            Origin.OWN));
    add(
        "session_opened-delegated",
        1,
        start,
        new Event.SessionOpened(
            SESSION,
            "clerk/explore",
            "/work/shop",
            Identity.NONE,
            new Origin.Delegated(new SessionId("s-0"), new EffectId(5), TaskMode.BACKGROUND, 2)));
    add(
        "session_forked",
        12,
        start,
        new Event.SessionForked(SESSION, new SessionId("s-0"), 11, "clerk", "/work/shop", "anna"));
    var to =
        new HandOff(
            new SessionId("s-1-e3"),
            new RunId("s-1-e3"),
            "billing",
            "/work/shop",
            Text.of("Anna wants her money back."));
    add("session_handed_off", 14, start, new Event.SessionHandedOff(to, "clerk"));
    add(
        "run_finished-handed-off",
        15,
        start,
        new Event.RunFinished(
            RUN,
            new RunOutcome.HandedOff(to.successor(), to.run(), to.words()),
            new Usage(1200, 80, 0, 0, 0)));
    add("history_cleared", 40, "2026-01-01T00:00:00.5Z", new Event.HistoryCleared("anna"));
    add("history_compacted", 41, start, new Event.HistoryCompacted("anna", 12, 4));
  }

  private void addTasks() {
    var start = "2026-01-01T00:00:00Z";
    add(
        "task_ended",
        9,
        start,
        new Event.TaskEnded(
            new SessionId("s-1-e2"), TaskStatus.COMPLETED, new Usage(1200, 80, 0, 0, 0)));
    add(
        "task_ended-failed",
        9,
        start,
        new Event.TaskEnded(new SessionId("s-1-e2"), TaskStatus.FAILED, Usage.NONE));
    add(
        "task_ended-cancelled",
        9,
        start,
        new Event.TaskEnded(new SessionId("s-1-e2"), TaskStatus.CANCELLED, Usage.NONE));
  }

  private void addRecipes() {
    var start = "2026-01-01T00:00:00Z";
    add(
        "recipe_adopted",
        2,
        start,
        new Event.RecipeAdopted(
            new Recipe(
                "anthropic/claude-sonnet-4-5",
                Text.of("Answer in one short sentence."),
                List.of("read", "edit"),
                "9f2c")));
    add(
        "recipe_adopted-stored",
        2,
        start,
        new Event.RecipeAdopted(
            new Recipe("scripted/demo", new Text.Stored(BLOB, 70_000), List.of(), "")));
    add(
        "recipe_adopted-with-policy",
        2,
        "2026-01-01T00:00:03Z",
        new Event.RecipeAdopted(
            new Recipe(
                "scripted/demo",
                Text.EMPTY,
                List.of("read"),
                "9f2c",
                Text.of("deny bash(rm *)\ndefault ask\n"))));
  }

  private void addRuns() {
    var own = new Prompt.History.Own();
    add(
        "run_accepted",
        3,
        "2026-01-01T00:00:01.25Z",
        new Event.RunAccepted(
            RUN, new Prompt(Text.of("What is in calc.sh?"), own, null), Limits.DEFAULT));
    add(
        "run_accepted-guarded",
        3,
        "2026-01-01T00:00:01.25Z",
        new Event.RunAccepted(
            RUN,
            new Prompt(Text.of("What is in calc.sh?"), own, null),
            new Limits(50, Limits.NO_TOKEN_LIMIT, 3, LoopGuard.DEFAULT)));
    add(
        "prompt_queued",
        4,
        "2026-01-01T00:00:02Z",
        new Event.PromptQueued(
            new RunId("r-2"),
            new Prompt(Text.of("And then?"), own, new RunKey("k-2")),
            new Recipe("scripted/demo", Text.of("Be brief."), List.of("read"), "9f2c"),
            Limits.DEFAULT));
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
    addReworded();
    addAttachments();
    addWanted();
    add(
        "run_recovered",
        9,
        "2026-01-01T00:00:00Z",
        new Event.RunRecovered(RUN, "host-7", List.of(new EffectId(2), new EffectId(3))));
  }

  private void addReworded() {
    var by = new HookMark("tidy", HookMark.Deed.REWROTE, "names left out");
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
                new Rewording(List.of(by), "5e884898")),
            Limits.DEFAULT));
    add(
        "text_steered-reworded",
        5,
        "2026-01-01T00:00:02Z",
        new Event.TextSteered(
            RUN,
            Text.of("Not that file."),
            List.of(),
            null,
            new Rewording(List.of(new HookMark("brief", HookMark.Deed.REWROTE, "")), "")));
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
                Rewording.NONE),
            Limits.DEFAULT));
    add(
        "text_steered-with-media",
        5,
        "2026-01-01T00:00:02Z",
        new Event.TextSteered(RUN, Text.of("Like this."), media, null, Rewording.NONE));
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
            Limits.DEFAULT));
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
                Rewording.NONE),
            Limits.DEFAULT));
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
                    new Block.Prose(Text.of("Let me see.")),
                    new Block.Call(new ToolCall("c1", "ls", Text.of("{}")))),
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
            new Limits(1, 200_000, 1)));
    add(
        "run_accepted-given-nothing",
        3,
        at,
        new Event.RunAccepted(
            RUN,
            new Prompt(Text.EMPTY, new Prompt.History.Given(List.of()), null),
            new Limits(50, 1, 3)));
  }

  private void addReplies() {
    var at = "2026-01-01T00:00:02.000001Z";
    replied(
        "model_replied",
        at,
        new ModelReply(
            List.of(new Block.Prose(Text.of("It adds two numbers."))),
            StopReason.DONE,
            new Usage(1200, 80, 0, 0, 0)));
    var read = Text.of("{\"path\": \"calc.sh\",\n \"lines\":[1,2]}");
    replied(
        "model_replied-calls",
        at,
        new ModelReply(
            List.of(
                new Block.Reasoning(Text.of("Look first.")),
                new Block.Prose(Text.of("Reading the file.")),
                new Block.Call(new ToolCall("toolu_1", "read", read)),
                new Block.Call(new ToolCall("toolu_1", "write", new Text.Stored(BLOB, 100_000)))),
            StopReason.CALLS,
            new Usage(1, 5, 2, 3, 4)));
    replied(
        "model_replied-length",
        "2026-01-01T00:00:02.000000001Z",
        new ModelReply(List.of(), StopReason.LENGTH, Usage.NONE));
    replied(
        "model_replied-sealed",
        at,
        new ModelReply(
            List.of(
                new Block.Reasoning(Text.of("Look first.")),
                new Block.Opaque("anthropic/claude", Text.of("{\"signature\":\"EqQB\"}")),
                new Block.Prose(Text.of("I cannot help with this."))),
            StopReason.REFUSED,
            new Usage(1200, 80, 0, 0, 0)));
  }

  private void replied(String name, String at, ModelReply reply) {
    add(name, 4, at, new Event.ModelReplied(RUN, new EffectId(1), reply));
  }

  private void addFailures() {
    var effect = new EffectId(1);
    add(
        "model_failed",
        4,
        "2026-01-01T00:00:02Z",
        new Event.ModelFailed(
            RUN,
            effect,
            2,
            new Failure(
                new Problem("rate_limited", "Rate limited", "the provider answered 429", "Wait."),
                new Failure.Retry.Later(Duration.ofMillis(62_500))),
            Instant.parse("2026-01-01T00:01:04.5Z")));
    add(
        "model_failed-throttled",
        4,
        "2026-01-01T00:00:02Z",
        new Event.ModelFailed(
            RUN,
            effect,
            1,
            new Failure(
                new Problem("model_throttled", "Throttled", "the provider answered 429", "Wait."),
                new Failure.Retry.Throttled(Duration.ofSeconds(30))),
            Instant.parse("2026-01-01T00:00:33.25Z")));
    add(
        "model_failed-never",
        4,
        "2026-01-01T00:00:02Z",
        new Event.ModelFailed(
            RUN,
            effect,
            1,
            Failure.lasting(new Problem("stream_broken", "Stream broken", "", "")),
            Instant.EPOCH));
    var later = "2026-01-01T00:00:03Z";
    add(
        "reply_interrupted",
        5,
        later,
        new Event.ReplyInterrupted(RUN, effect, Text.of("It adds two")));
    add("reply_interrupted-empty", 5, later, new Event.ReplyInterrupted(RUN, effect, Text.EMPTY));
  }

  private void addOutcomes() {
    finished(
        "completed", new RunOutcome.Completed(Text.of("Fixed.")), new Usage(2400, 160, 900, 0, 0));
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
