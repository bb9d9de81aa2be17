package dev.drover.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.drover.codec.json.TestSeed;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.BudgetSet.BudgetOrigin;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.event.CompactionOutcome.CompactionRecord;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Backlog;
import dev.drover.kernel.machine.BudgetUsage;
import dev.drover.kernel.machine.Conversation;
import dev.drover.kernel.machine.HandOffChain;
import dev.drover.kernel.machine.JournalPosition;
import dev.drover.kernel.machine.OpenTask;
import dev.drover.kernel.machine.SessionPhase;
import dev.drover.kernel.machine.SessionProfile;
import dev.drover.kernel.machine.SessionRecords;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.machine.SessionTotals;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class StateCodecTest {
  private static final GoldenFiles FILES = new GoldenFiles("state-v1");
  private static final SessionId SESSION = new SessionId("s-1");
  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

  private final StateCodec codec = new StateCodec();

  @Test
  void anIdleSessionMatchesItsGoldenFileInBothDirections() {
    var conversation =
        Conversation.of(
            List.of(
                new Message.User(Text.of("Hello")),
                new Message.Assistant(
                    List.of(
                        new ContentBlock.Reasoning(Text.of("Hm.")),
                        new ContentBlock.Call(new ToolCall("c1", "ls", Text.of("{}")))),
                    Message.Ending.WHOLE),
                new Message.ToolResult(
                    new EffectId(2), "c1", "ls", new ToolOutcome.Succeeded(Text.of("calc.sh"))),
                new Message.Assistant(
                    List.of(new ContentBlock.Prose(Text.of("One fi"))),
                    Message.Ending.INTERRUPTED)));
    var recipe = new Recipe("scripted/demo", Text.of("Be brief."), List.of("read"), "9f2c");
    var profile =
        new SessionProfile(
            SESSION,
            "clerk",
            "/work/shop",
            recipe,
            List.of("bash(make)", "edit(*)"),
            List.of(),
            Identity.NONE,
            SessionOrigin.OWN);
    var totals =
        new SessionTotals(
            3, 5, new Usage(100, 20, 0, 0, 0), new Usage(10, 0, 0, 0, 0), Text.of("Done."));
    isGolden(
        "idle",
        new SessionState(
            new JournalPosition(13, AT.plusSeconds(9), 12),
            profile,
            conversation,
            SessionPhase.IDLE,
            Backlog.EMPTY,
            List.of(),
            totals,
            SessionRecords.EMPTY));
  }

  /// A session without messages.
  private static SessionState resting(
      JournalPosition position,
      SessionOrigin origin,
      SessionTotals totals,
      SessionRecords records) {
    return new SessionState(
        position,
        new SessionProfile(
            SESSION, "clerk", "/w", null, List.of(), List.of(), Identity.NONE, origin),
        Conversation.EMPTY,
        SessionPhase.IDLE,
        Backlog.EMPTY,
        List.of(),
        totals,
        records);
  }

  @Test
  @Tag("E7")
  void theSnapshotHasTheBudgetUsage() {
    var spending =
        BudgetUsage.resting(
            GoldenBudgetEvents.BUDGETS,
            BudgetOrigin.SET,
            new BudgetAmount(1_200, 4_500, 3, 0, 2_000),
            List.of(new BudgetUsage.Warned(new BudgetScope.OfSession(), BudgetMeasure.TOKENS)));
    isGolden(
        "spending",
        resting(
            new JournalPosition(13, AT, 12),
            SessionOrigin.OWN,
            new SessionTotals(1, 1, Usage.NONE, Usage.NONE, Text.EMPTY, Text.EMPTY, spending),
            SessionRecords.EMPTY));
  }

  @Test
  @Tag("F1")
  void theSnapshotHasTheTasksAndTheParent() {
    var origin =
        new SessionOrigin.Delegated(new SessionId("s-0"), new EffectId(5), TaskMode.FOREGROUND, 1);
    var task =
        new OpenTask(
            new SessionId("s-1-e2"),
            new RunId("r-1"),
            new EffectId(2),
            "clerk/explore",
            TaskMode.BACKGROUND,
            new RunLimits(50, RunLimits.NO_TOKEN_LIMIT, 3));
    isGolden(
        "tasks",
        resting(
            new JournalPosition(13, AT, 12),
            origin,
            SessionTotals.NONE,
            new SessionRecords(List.of(), List.of(), List.of(task), HandOffChain.NONE)));
  }

  @Test
  @Tag("B12")
  void theSnapshotHasTheSourceOfAFork() {
    var origin = new SessionOrigin.Forked(new SessionId("s-0"), 11, 0);
    isGolden(
        "fork",
        resting(new JournalPosition(12, AT, 3), origin, SessionTotals.NONE, SessionRecords.EMPTY));
  }

  @Test
  @Tag("B15")
  void theSnapshotHasTheSuccessor() {
    isGolden(
        "chain",
        resting(
            new JournalPosition(12, AT, 3),
            SessionOrigin.OWN,
            SessionTotals.NONE,
            new SessionRecords(
                List.of(), List.of(), List.of(), new HandOffChain(2, new SessionId("s-1-e3")))));
  }

  @Test
  @Tag("C5")
  void theSnapshotHasTheLastValue() {
    var value = Text.of("{\"total\":7}");
    isGolden(
        "value",
        resting(
            new JournalPosition(13, AT, 12),
            SessionOrigin.OWN,
            new SessionTotals(1, 1, Usage.NONE, Usage.NONE, value, value, BudgetUsage.NONE),
            SessionRecords.EMPTY));
  }

  @Test
  @Tag("E8")
  void theSnapshotHasTheLabels() {
    var profile =
        new SessionProfile(
            SESSION,
            "clerk",
            "/w",
            null,
            List.of(),
            List.of(Label.UNTRUSTED),
            Identity.NONE,
            SessionOrigin.OWN);
    isGolden(
        "labelled",
        new SessionState(
            new JournalPosition(13, AT, 12),
            profile,
            Conversation.of(
                List.of(
                    new Message.ToolResult(
                        new EffectId(2),
                        "c1",
                        "fetch",
                        new ToolOutcome.Succeeded(Text.of("a page")),
                        List.of(Label.UNTRUSTED)))),
            SessionPhase.IDLE,
            Backlog.EMPTY,
            List.of(),
            SessionTotals.NONE,
            SessionRecords.EMPTY));
  }

  @Test
  void aNewlyOpenedSessionHasASnapshot() {
    var opened = new Event.SessionOpened(SESSION, "clerk", "/work/shop");

    isGolden("fresh", SessionState.NEW.after(new RecordedEvent(1, AT, opened)));
  }

  @Test
  @Tag("H6")
  void theSnapshotHasTheVerifications() {
    var opened = new Event.SessionOpened(SESSION, "clerk", "/work/shop");
    isGolden(
        "verified",
        SessionState.NEW
            .after(new RecordedEvent(1, AT, opened))
            .after(
                new RecordedEvent(
                    2, AT, new Event.VerificationRecorded(GoldenVerifications.REPORT)))
            .after(
                new RecordedEvent(
                    3, AT, new Event.VerificationRecorded(GoldenVerifications.OF_ALL))));
  }

  @Test
  @Tag("B9")
  void theSnapshotHasTheCompactions() {
    isGolden("compacted", compacted(new CompactionRecord(9, AT, "anna", 12, 4)));
    isGolden(
        "compacted-summed-up",
        compacted(new CompactionRecord(9, AT, "anna", Cause.OVERFLOW, 12, 4, 2, true)));
  }

  private static SessionState compacted(CompactionRecord compaction) {
    var state =
        SessionState.NEW.after(
            new RecordedEvent(1, AT, new Event.SessionOpened(SESSION, "clerk", "/work/shop")));
    return new SessionState(
        state.position(),
        state.profile(),
        Conversation.EMPTY,
        SessionPhase.IDLE,
        Backlog.EMPTY,
        List.of(),
        SessionTotals.NONE,
        new SessionRecords(List.of(), List.of(compaction), List.of(), HandOffChain.NONE));
  }

  private void isGolden(String name, SessionState state) {
    assertThat(new String(codec.encode(state), UTF_8))
        .isEqualTo(new String(FILES.read(name), UTF_8));
    assertThat(codec.decode(FILES.read(name))).isEqualTo(state);
  }

  @Test
  @Tag("A3")
  void aDecodedJournalFoldsToTheSameBytes() {
    var events = new EventCodec();
    var run = new RunId("r-1");
    var prompt = new Prompt(Text.of("Hello"), new Prompt.History.Own(), null);
    var reply =
        new ModelReply(
            List.of(new ContentBlock.Prose(Text.of("Hi."))),
            ModelReply.StopReason.DONE,
            new Usage(10, 2, 0, 0, 0));
    var journal =
        List.of(
            new RecordedEvent(1, AT, new Event.SessionOpened(SESSION, "clerk", "/work/shop")),
            new RecordedEvent(2, AT, new Event.RunAccepted(run, prompt, RunLimits.DEFAULT)),
            new RecordedEvent(3, AT, new Event.ModelReplied(run, new EffectId(1), reply)),
            new RecordedEvent(
                4,
                AT,
                new Event.RunFinished(
                    run, new RunOutcome.Completed(reply.answer()), reply.usage())));
    var folded = SessionState.NEW;
    for (var entry : journal) {
      folded = folded.after(entry);
    }
    var refolded = SessionState.NEW;
    for (var line : events.encode(SESSION, journal)) {
      refolded = refolded.after(events.decode(line));
    }

    assertThat(codec.encode(refolded)).isEqualTo(codec.encode(folded));
    assertThat(codec.decode(codec.encode(folded))).isEqualTo(folded);
  }

  @Test
  @Tag("A3")
  void generatedStatesRoundTrip() {
    var seed = new TestSeed();
    var values = new RandomValues(seed.random());
    for (int i = 0; i < 2_000; i++) {
      var state =
          new SessionState(
              new JournalPosition(values.count(), values.instant(), values.count()),
              new SessionProfile(
                  values.choice(4) == 0 ? null : values.session(),
                  values.string(),
                  values.string(),
                  values.choice(4) == 0 ? null : values.recipe(),
                  values.list(values::string),
                  values.labels(),
                  values.identity(),
                  values.origin()),
              Conversation.of(values.list(values::message)),
              SessionPhase.IDLE,
              Backlog.EMPTY,
              List.of(),
              new SessionTotals(
                  values.count(),
                  values.count(),
                  values.usage(),
                  values.usage(),
                  values.text(),
                  values.text(),
                  RandomBudgets.spending(values)),
              values.records());
      var bytes = codec.encode(state);
      assertThat(codec.decode(bytes)).as("%s", seed).isEqualTo(state);
      assertThat(codec.encode(codec.decode(bytes))).as("%s", seed).isEqualTo(bytes);
    }
  }

  @Test
  void aSessionThatIsRunningOrWasNeverOpenedHasNoSnapshot() {
    var opened =
        SessionState.NEW.after(
            new RecordedEvent(1, AT, new Event.SessionOpened(SESSION, "clerk", "/work/shop")));
    var prompt = new Prompt(Text.of("Hello"), new Prompt.History.Own(), null);
    var running =
        opened.after(
            new RecordedEvent(
                2, AT, new Event.RunAccepted(new RunId("r-1"), prompt, RunLimits.DEFAULT)));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.encode(running))
        .withMessageContaining("Thinking");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.encode(SessionState.NEW))
        .withMessageContaining("Unopened");
  }

  @Test
  void aSnapshotOfALaterVersionOrADamagedOneIsRefused() {
    var whole = new String(FILES.read("idle"), UTF_8);

    assertThat(refused(whole.replace("\"v\":1", "\"v\":9")))
        .isEqualTo(
            "journal_unreadable: a snapshot: session_state has version 9, the highest that can be"
                + " read is 1. Upgrade Drover to the version that wrote it, or a later one.");
    assertThat(refused(whole.replace("\"turns\":5", "\"turns\":null")))
        .startsWith(
            "journal_unreadable: a snapshot: field totals.turns: a whole number is expected");
    assertThat(refused(whole.replace("session_state", "prompted"))).contains("field type");
    assertThat(refused("")).startsWith("journal_unreadable: a snapshot: an object is expected");
  }

  private String refused(String state) {
    return catchThrowableOfType(UnreadableState.class, () -> codec.decode(state.getBytes(UTF_8)))
        .problem()
        .toString();
  }
}
