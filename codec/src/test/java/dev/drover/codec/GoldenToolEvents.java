package dev.drover.codec;

import static dev.drover.codec.GoldenEvents.BLOB;
import static dev.drover.codec.GoldenEvents.RUN;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.ApprovalTerms;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.message.DeferredCallNews.DeferredLook;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.Prompt.PromptDenial;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The values of the golden files of call events: planned, asked about, started, settled, and their
/// file changes.
final class GoldenToolEvents {
  static final PromptDenial DENIAL =
      new PromptDenial(
          "anna",
          "cd".repeat(32),
          List.of(
              new HookMark("names", HookMark.Action.REWROTE, ""),
              new HookMark("office-hours", HookMark.Action.DENIED, "We are closed.")));

  private final Map<String, RecordedEvent> events = new TreeMap<>();

  private GoldenToolEvents() {}

  static Map<String, RecordedEvent> all() {
    var golden = new GoldenToolEvents();
    golden.addPlan();
    golden.addToolOutcomes();
    golden.addApprovals();
    golden.addFilesAndLabels();
    golden.addSnapshots();
    golden.addUnseen();
    golden.addDirectCall();
    golden.addDeferral();
    return golden.events;
  }

  private void add(String name, long seq, String at, Event event) {
    events.put(name, new RecordedEvent(seq, Instant.parse(at), event));
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
    add(
        "tools_planned-hooked",
        5,
        "2026-01-01T00:00:03Z",
        new Event.ToolsPlanned(
            RUN,
            List.of(
                new PlannedCall(
                    new EffectId(2),
                    new ToolCall("c1", "bash", Text.of("{\"command\":\"make -n\"}")),
                    new CallTerms(EffectClass.UNSAFE, AfterCrash.TELL_MODEL, Pace.IN_ORDER),
                    new Verdict.Allow("bash"),
                    "",
                    List.of(
                        new HookMark("dry", HookMark.Action.REWROTE, ""),
                        new HookMark("log", HookMark.Action.REWROTE, "less output"))),
                new PlannedCall(
                    new EffectId(3),
                    new ToolCall("c2", "bash", Text.of("{\"command\":\"rm x\"}")),
                    new CallTerms(EffectClass.UNSAFE, AfterCrash.TELL_MODEL, Pace.IN_ORDER),
                    new Verdict.Deny("hook dry", "not on a Friday"),
                    "",
                    List.of(new HookMark("dry", HookMark.Action.DENIED, "not on a Friday"))))));
    add("prompt_denied", 9, "2026-01-03T08:31:00Z", new Event.PromptDenied(DENIAL));
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
        "outcome_edited",
        14,
        "2026-01-01T00:00:00Z",
        new Event.OutcomeEdited(
            new EffectId(12), new ToolOutcome.Failed(Text.of("2 failed")), "anna"));
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
    answered("once", new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE));
    answered("session", new ApprovalAnswer.Yes(ApprovalAnswer.Scope.SESSION));
    answered("always", new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ALWAYS));
    answered("no", new ApprovalAnswer.No("use the other file", ApprovalAnswer.OnDenial.GO_ON));
    answered("stop", new ApprovalAnswer.No("", ApprovalAnswer.OnDenial.STOP));
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

  private void answered(String how, ApprovalAnswer answer) {
    add(
        "approval_answered-" + how,
        7,
        "2026-01-03T08:30:00Z",
        new Event.ApprovalAnswered(RUN, new EffectId(3), answer, "anna"));
  }

  private void addSnapshots() {
    var at = "2026-01-01T00:00:03Z";
    add("workspace_kept", 9, at, new Event.WorkspaceKept(RUN, new EffectId(3), BLOB));
    add(
        "files_touched-unread",
        10,
        at,
        new Event.FilesTouched(
            RUN,
            new EffectId(3),
            List.of(
                new FileChange(
                    "film.mp4",
                    new FileChange.FileState.Unread(
                        7_000_000, Instant.parse("2025-12-31T23:59:59.5Z"), "rw-r--r--"),
                    FileChange.ABSENT))));
  }

  private void addUnseen() {
    var at = "2026-01-01T00:00:03Z";
    var effect = new EffectId(3);
    add(
        "files_touched-unseen",
        10,
        at,
        new Event.FilesTouched(
            RUN,
            effect,
            List.of(
                new FileChange(
                    ".",
                    new FileChange.FileState.Unseen("there are more than 10 files"),
                    new FileChange.FileState.Folder()))));
    add("files_touched-none", 11, at, new Event.FilesTouched(RUN, effect, List.of()));
  }

  private void addDirectCall() {
    add(
        "direct_call_accepted",
        13,
        "2026-01-01T00:00:03Z",
        new Event.DirectCallAccepted(
            new RunId("c-1"),
            "host",
            new PlannedCall(
                new EffectId(13),
                new ToolCall("c-1", "read", Text.of("{\"path\":\"calc.sh\"}")),
                new CallTerms(EffectClass.PURE, AfterCrash.RUN_AGAIN, Pace.PARALLEL),
                new Verdict.Allow("direct call"),
                "9f2c")));
  }

  private void addFilesAndLabels() {
    var at = "2026-01-01T00:00:03Z";
    var old = new FileChange.FileState.File(BLOB, "rw-r--r--", FileChange.Copy.KEPT);
    var huge = new FileChange.FileState.File(BLOB, "", FileChange.Copy.NOT_KEPT);
    add(
        "files_touched",
        9,
        at,
        new Event.FilesTouched(
            RUN,
            new EffectId(3),
            List.of(
                new FileChange("src", FileChange.ABSENT, new FileChange.FileState.Folder()),
                new FileChange("src/calc.sh", old, huge),
                new FileChange("latest", new FileChange.FileState.Link("v1"), FileChange.ABSENT))));
    add("undo_ordered", 14, at, new Event.UndoOrdered(RUN, "anna", List.of("src/calc.sh", "src")));
    add(
        "tool_settled-rewritten",
        12,
        at,
        new Event.ToolSettled(
            RUN,
            new EffectId(12),
            new ToolOutcome.Failed(Text.of("[name] is not here")),
            List.of(Label.UNTRUSTED),
            null,
            List.of(new HookMark("mask", HookMark.Action.REWROTE, ""))));
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
                        new ApprovalTerms(List.of("anna"), Duration.ofHours(24))),
                    "calc.sh 9f86d081"))));
  }

  private void addDeferral() {
    var at = "2026-01-01T00:00:03Z";
    var effect = new EffectId(3);
    add("tool_deferred", 9, at, new Event.ToolDeferred(RUN, effect, null, List.of()));
    questions(at, effect);
    add(
        "tool_deferred-in-its-place",
        9,
        at,
        new Event.ToolDeferred(RUN, effect, null, List.of(), ToolDeferral.Slot.KEPT));
    for (var mode : TaskMode.values()) {
      add(
          mode == TaskMode.FOREGROUND ? "task_started" : "task_started-background",
          8,
          at,
          new Event.TaskStarted(RUN, effect, new SessionId("s-1-e2"), "clerk/explore", mode));
    }
    add(
        "task_started-by-the-host",
        8,
        at,
        new Event.TaskStarted(
            RUN,
            effect,
            new SessionId("s-1-e3"),
            "clerk/explore",
            TaskMode.BACKGROUND,
            RunLimits.DEFAULT));
    add(
        "tool_deferred-until",
        9,
        at,
        new Event.ToolDeferred(
            RUN, effect, Instant.parse("2026-01-02T00:00:03Z"), List.of(Label.UNTRUSTED)));
    add(
        "tool_settled-elsewhere",
        12,
        at,
        new Event.ToolSettled(
            RUN,
            effect,
            new ToolOutcome.Succeeded(Text.of("transferred")),
            List.of(Label.UNTRUSTED),
            "bank-worker"));
  }

  private void questions(String at, EffectId effect) {
    var look = new DeferredLook("job-7", Instant.parse("2026-01-01T00:01:03Z"));
    add(
        "tool_deferred-with-a-handle",
        9,
        at,
        new Event.ToolDeferred(RUN, effect, null, List.of(), ToolDeferral.Slot.FREED, look));
    add(
        "deferred_call_checked",
        10,
        at,
        new Event.DeferredCallChecked(
            RUN, effect, "half of it", Instant.parse("2026-01-01T00:02:03Z")));
    add(
        "question_asked",
        9,
        at,
        new Event.QuestionAsked(
            RUN,
            effect,
            1,
            ToolQuestion.fields("Which account?", "{\"type\":\"object\"}", "page 2"),
            List.of("anna"),
            Instant.parse("2026-01-02T00:00:03Z")));
    add(
        "question_asked-to-confirm",
        9,
        at,
        new Event.QuestionAsked(
            RUN, effect, 2, ToolQuestion.confirm("Really?", ""), List.of(), null));
    add(
        "question_asked-to-visit",
        9,
        at,
        new Event.QuestionAsked(
            RUN,
            effect,
            3,
            ToolQuestion.visit("Sign in.", "https://bank.example/consent?n=4", "n4"),
            List.of(),
            null));
    add(
        "question_answered",
        10,
        at,
        new Event.QuestionAnswered(
            RUN, effect, 1, new QuestionAnswer.Accepted(Text.of("{\"account\":7}")), "anna"));
    add(
        "question_answered-no",
        10,
        at,
        new Event.QuestionAnswered(RUN, effect, 2, new QuestionAnswer.Declined(), "anna"));
    add(
        "question_answered-dismissed",
        10,
        at,
        new Event.QuestionAnswered(RUN, effect, 3, new QuestionAnswer.Dismissed(), "time"));
  }
}
