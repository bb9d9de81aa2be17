package dev.drover.codec;

import dev.drover.kernel.Answer;
import dev.drover.kernel.Answerers;
import dev.drover.kernel.BlobId;
import dev.drover.kernel.Block;
import dev.drover.kernel.CallTerms;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.FileChange;
import dev.drover.kernel.Label;
import dev.drover.kernel.Limits;
import dev.drover.kernel.Media;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.Problem;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.Recipe;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunKey;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.kernel.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the golden files of events say, in Java, by the name of the file.
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
    golden.addRuns();
    golden.addRunsWithHistory();
    golden.addReplies();
    golden.addFailures();
    golden.addPlan();
    golden.addToolOutcomes();
    golden.addApprovals();
    golden.addOutcomes();
    golden.addFilesAndLabels();
    golden.addDirectCalls();
    return golden.events;
  }

  private void add(String name, long seq, String at, Event event) {
    events.put(name, new Recorded(seq, Instant.parse(at), event));
  }

  private void addSession() {
    var start = "2026-01-01T00:00:00Z";
    add("session_opened", 1, start, new Event.SessionOpened(SESSION, "clerk", "/work/shop"));
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
    add("history_cleared", 40, "2026-01-01T00:00:00.5Z", new Event.HistoryCleared("anna"));
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
        "run_recovered",
        9,
        "2026-01-01T00:00:00Z",
        new Event.RunRecovered(RUN, "host-7", List.of(new EffectId(2), new EffectId(3))));
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

  private void addPlan() {
    add(
        "tools_planned",
        5,
        "2026-01-01T00:00:03Z",
        new Event.ToolsPlanned(
            RUN,
            List.of(
                new PlannedCall(
                    new EffectId(2),
                    new ToolCall("c1", "read", Text.of("{\"path\":\"calc.sh\"}")),
                    new CallTerms(EffectClass.PURE, AfterCrash.RUN_AGAIN, Pace.PARALLEL),
                    new Verdict.Allow("read")),
                new PlannedCall(
                    new EffectId(3),
                    new ToolCall("c2", "bash", Text.of("{\"command\":\"make\"}")),
                    new CallTerms(EffectClass.UNSAFE, AfterCrash.TELL_MODEL, Pace.IN_ORDER),
                    new Verdict.Ask("bash", "may change files", "bash(make)", Text.of("make"))),
                new PlannedCall(
                    new EffectId(4),
                    new ToolCall("c3", "put", Text.of("{}")),
                    new CallTerms(EffectClass.IDEMPOTENT, AfterCrash.PROBE, Pace.PARALLEL),
                    new Verdict.Deny("put", "not here")),
                new PlannedCall(
                    new EffectId(5),
                    new ToolCall("c4", "fly", Text.of("nonsense")),
                    new CallTerms(EffectClass.UNSAFE, AfterCrash.ASK_PERSON, Pace.IN_ORDER),
                    new Verdict.Reject("there is no tool 'fly'")))));
    add("tool_started", 8, "2026-01-03T08:30:00Z", new Event.ToolStarted(RUN, new EffectId(3), 1));
  }

  private void addToolOutcomes() {
    settled("succeeded", new ToolOutcome.Succeeded(Text.of("1 passed")));
    settled(
        "unicode",
        new ToolOutcome.Succeeded(
            Text.of(
                "\"quoted\" back\\slash a/b\n\r\t\b\f\u0000\u001b[31m\u001f\u007f\u0085 "
                    + "h\u00e9llo \u6f22\u5b57 \ud83d\ude00 \u2028 alone \udc00\ud83d \ufffd")));
    settled("failed", new ToolOutcome.Failed(Text.of("exit 2")));
    settled("refused", new ToolOutcome.Refused("there is no tool 'fly'"));
    settled("denied", new ToolOutcome.Denied("anna", "use the other file"));
    settled("unknown", new ToolOutcome.Unknown("the process died"));
    settled("cancelled", new ToolOutcome.Cancelled("cancelled by anna"));
    add(
        "tool_settled-stored",
        12,
        "2026-01-01T00:00:00Z",
        new Event.ToolSettled(
            RUN,
            new EffectId(999_999_999_999_999_999L),
            new ToolOutcome.Succeeded(new Text.Stored(BLOB, 10_485_760))));
  }

  private void settled(String how, ToolOutcome outcome) {
    add(
        "tool_settled-" + how,
        12,
        "2026-01-01T00:00:00Z",
        new Event.ToolSettled(RUN, new EffectId(12), outcome));
  }

  private void addApprovals() {
    approvalRequested("approval_requested", Text.of("--- calc.sh\n+++ calc.sh\n-a - b\n+a + b\n"));
    approvalRequested("approval_requested-stored", new Text.Stored(BLOB, 1));
    answered("once", new Answer.Yes(Answer.Scope.ONCE));
    answered("session", new Answer.Yes(Answer.Scope.SESSION));
    answered("always", new Answer.Yes(Answer.Scope.ALWAYS));
    answered("no", new Answer.No("use the other file", Answer.Then.GO_ON));
    answered("stop", new Answer.No("", Answer.Then.STOP));
  }

  private void approvalRequested(String name, Text preview) {
    add(
        name,
        6,
        "2026-01-01T00:00:03Z",
        new Event.ApprovalRequested(
            RUN,
            new EffectId(3),
            "edit",
            "changes a file",
            "edit(calc.sh)",
            preview,
            List.of(),
            null));
  }

  private void answered(String how, Answer answer) {
    add(
        "approval_answered-" + how,
        7,
        "2026-01-03T08:30:00Z",
        new Event.ApprovalAnswered(RUN, new EffectId(3), answer, "anna"));
  }

  private void addDirectCalls() {
    var at = "2026-01-01T00:00:03Z";
    add(
        "direct_call_accepted",
        13,
        at,
        new Event.DirectCallAccepted(
            new RunId("c-1"),
            "host",
            new PlannedCall(
                new EffectId(13),
                new ToolCall("c-1", "read", Text.of("{\"path\":\"calc.sh\"}")),
                new CallTerms(
                    EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL),
                new Verdict.Allow("direct call"),
                "9f2c")));
  }

  private void addFilesAndLabels() {
    var at = "2026-01-01T00:00:03Z";
    var old = new FileChange.Side.File(BLOB, "rw-r--r--", FileChange.Copy.KEPT);
    var huge = new FileChange.Side.File(BLOB, "", FileChange.Copy.NOT_KEPT);
    add(
        "files_touched",
        9,
        at,
        new Event.FilesTouched(
            RUN,
            new EffectId(3),
            List.of(
                new FileChange("src", FileChange.ABSENT, new FileChange.Side.Folder()),
                new FileChange("src/calc.sh", old, huge),
                new FileChange("latest", new FileChange.Side.Link("v1"), FileChange.ABSENT))));
    add("undo_ordered", 14, at, new Event.UndoOrdered(RUN, "anna", List.of("src/calc.sh", "src")));
    add(
        "tool_settled-labelled",
        12,
        "2026-01-01T00:00:00Z",
        new Event.ToolSettled(
            RUN,
            new EffectId(12),
            new ToolOutcome.Succeeded(
                Text.of("a picture"), List.of(new Media("image/png", BLOB, 2048))),
            List.of(Label.UNTRUSTED, Label.SECRET)));
    add(
        "approval_requested-of-some",
        6,
        at,
        new Event.ApprovalRequested(
            RUN,
            new EffectId(3),
            "bash",
            "no sandbox",
            "bash(make)",
            Text.of("make"),
            List.of("anna", "bert"),
            Instant.parse("2026-01-02T00:00:03Z")));
    add(
        "tools_planned-on-a-basis",
        5,
        at,
        new Event.ToolsPlanned(
            RUN,
            List.of(
                new PlannedCall(
                    new EffectId(3),
                    new ToolCall("c2", "edit", Text.of("{}")),
                    new CallTerms(EffectClass.UNSAFE, AfterCrash.PROBE, Pace.IN_ORDER),
                    new Verdict.Ask(
                        "ask edit",
                        "changes a file",
                        "edit(calc.sh)",
                        Text.of("-a\n+b\n"),
                        new Answerers(List.of("anna"), Duration.ofHours(24))),
                    "calc.sh 9f86d081"))));
    add(
        "recipe_adopted-with-policy",
        2,
        at,
        new Event.RecipeAdopted(
            new Recipe(
                "scripted/demo",
                Text.EMPTY,
                List.of("read"),
                "9f2c",
                Text.of("deny bash(rm *)\ndefault ask\n"))));
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
