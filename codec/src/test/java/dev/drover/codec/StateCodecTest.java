package dev.drover.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.drover.codec.json.Seed;
import dev.drover.kernel.Amount;
import dev.drover.kernel.Annals;
import dev.drover.kernel.Backlog;
import dev.drover.kernel.Block;
import dev.drover.kernel.Chain;
import dev.drover.kernel.Compaction;
import dev.drover.kernel.Conversation;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Identity;
import dev.drover.kernel.Label;
import dev.drover.kernel.Limits;
import dev.drover.kernel.Measure;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.Origin;
import dev.drover.kernel.Payer;
import dev.drover.kernel.Phase;
import dev.drover.kernel.Position;
import dev.drover.kernel.Profile;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.Recipe;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.ShorteningOutcome.Cause;
import dev.drover.kernel.Spending;
import dev.drover.kernel.Task;
import dev.drover.kernel.TaskMode;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Totals;
import dev.drover.kernel.Usage;
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
  void anIdleSessionIsWrittenAndReadToTheLastByteAsItEverWas() {
    var conversation =
        Conversation.of(
            List.of(
                new Message.User(Text.of("Hello")),
                new Message.Assistant(
                    List.of(
                        new Block.Reasoning(Text.of("Hm.")),
                        new Block.Call(new ToolCall("c1", "ls", Text.of("{}")))),
                    Message.Ending.WHOLE),
                new Message.ToolResult(
                    new EffectId(2), "c1", "ls", new ToolOutcome.Succeeded(Text.of("calc.sh"))),
                new Message.Assistant(
                    List.of(new Block.Prose(Text.of("One fi"))), Message.Ending.INTERRUPTED)));
    var recipe = new Recipe("scripted/demo", Text.of("Be brief."), List.of("read"), "9f2c");
    var profile =
        new Profile(
            SESSION,
            "clerk",
            "/work/shop",
            recipe,
            List.of("bash(make)", "edit(*)"),
            List.of(),
            Identity.NONE,
            Origin.OWN);
    var totals =
        new Totals(3, 5, new Usage(100, 20, 0, 0, 0), new Usage(10, 0, 0, 0, 0), Text.of("Done."));
    isGolden(
        "idle",
        new SessionState(
            new Position(13, AT.plusSeconds(9), 12),
            profile,
            conversation,
            Phase.IDLE,
            Backlog.EMPTY,
            List.of(),
            totals,
            Annals.EMPTY));
  }

  /// A session in which nothing was said yet.
  private static SessionState resting(
      Position position, Origin origin, Totals totals, Annals annals) {
    return new SessionState(
        position,
        new Profile(SESSION, "clerk", "/w", null, List.of(), List.of(), Identity.NONE, origin),
        Conversation.EMPTY,
        Phase.IDLE,
        Backlog.EMPTY,
        List.of(),
        totals,
        annals);
  }

  @Test
  @Tag("E7")
  void whatASessionHasSpentIsInItsSnapshot() {
    var spending =
        Spending.resting(
            GoldenBudgetEvents.BUDGETS,
            Spending.Origin.SET,
            new Amount(1_200, 4_500, 3, 0, 2_000),
            List.of(new Spending.Warned(new Payer.OfSession(), Measure.TOKENS)));
    isGolden(
        "spending",
        resting(
            new Position(13, AT, 12),
            Origin.OWN,
            new Totals(1, 1, Usage.NONE, Usage.NONE, Text.EMPTY, Text.EMPTY, spending),
            Annals.EMPTY));
  }

  @Test
  @Tag("F1")
  void whoWorksForItAndForWhomItWorksIsInItsSnapshot() {
    var origin =
        new Origin.Delegated(new SessionId("s-0"), new EffectId(5), TaskMode.FOREGROUND, 1);
    var task =
        new Task(
            new SessionId("s-1-e2"),
            new RunId("r-1"),
            new EffectId(2),
            "clerk/explore",
            TaskMode.BACKGROUND,
            new Limits(50, Limits.NO_TOKEN_LIMIT, 3));
    isGolden(
        "tasks",
        resting(
            new Position(13, AT, 12),
            origin,
            Totals.NONE,
            new Annals(List.of(), List.of(), List.of(task), Chain.NONE)));
  }

  @Test
  @Tag("B12")
  void whereAForkComesFromIsInItsSnapshot() {
    var origin = new Origin.Forked(new SessionId("s-0"), 11, 0);
    isGolden("fork", resting(new Position(12, AT, 3), origin, Totals.NONE, Annals.EMPTY));
  }

  @Test
  @Tag("B15")
  void whereItGoesOnIsInItsSnapshot() {
    isGolden(
        "chain",
        resting(
            new Position(12, AT, 3),
            Origin.OWN,
            Totals.NONE,
            new Annals(List.of(), List.of(), List.of(), new Chain(2, new SessionId("s-1-e3")))));
  }

  @Test
  @Tag("C5")
  void theLastValueIsInItsSnapshot() {
    var value = Text.of("{\"total\":7}");
    isGolden(
        "value",
        resting(
            new Position(13, AT, 12),
            Origin.OWN,
            new Totals(1, 1, Usage.NONE, Usage.NONE, value, value, Spending.NONE),
            Annals.EMPTY));
  }

  @Test
  @Tag("E8")
  void whatKindsOfDataASessionHasSeenIsInItsSnapshot() {
    var profile =
        new Profile(
            SESSION,
            "clerk",
            "/w",
            null,
            List.of(),
            List.of(Label.UNTRUSTED),
            Identity.NONE,
            Origin.OWN);
    isGolden(
        "labelled",
        new SessionState(
            new Position(13, AT, 12),
            profile,
            Conversation.of(
                List.of(
                    new Message.ToolResult(
                        new EffectId(2),
                        "c1",
                        "fetch",
                        new ToolOutcome.Succeeded(Text.of("a page")),
                        List.of(Label.UNTRUSTED)))),
            Phase.IDLE,
            Backlog.EMPTY,
            List.of(),
            Totals.NONE,
            Annals.EMPTY));
  }

  @Test
  void aSessionThatHasOnlyJustBeenOpenedHasASnapshotToo() {
    var opened = new Event.SessionOpened(SESSION, "clerk", "/work/shop");

    isGolden("fresh", SessionState.NEW.after(new Recorded(1, AT, opened)));
  }

  @Test
  @Tag("H6")
  void whatWasVerifiedIsInTheSnapshot() {
    var opened = new Event.SessionOpened(SESSION, "clerk", "/work/shop");
    isGolden(
        "verified",
        SessionState.NEW
            .after(new Recorded(1, AT, opened))
            .after(new Recorded(2, AT, new Event.VerificationRecorded(GoldenVerifications.REPORT)))
            .after(
                new Recorded(3, AT, new Event.VerificationRecorded(GoldenVerifications.OF_ALL))));
  }

  @Test
  @Tag("B9")
  void whatTheModelWasLetForgetIsInTheSnapshot() {
    isGolden("compacted", compacted(new Compaction(9, AT, "anna", 12, 4)));
    isGolden(
        "compacted-summed-up",
        compacted(new Compaction(9, AT, "anna", Cause.OVERFLOW, 12, 4, 2, true)));
  }

  private static SessionState compacted(Compaction compaction) {
    var state =
        SessionState.NEW.after(
            new Recorded(1, AT, new Event.SessionOpened(SESSION, "clerk", "/work/shop")));
    return new SessionState(
        state.position(),
        state.profile(),
        Conversation.EMPTY,
        Phase.IDLE,
        Backlog.EMPTY,
        List.of(),
        Totals.NONE,
        new Annals(List.of(), List.of(compaction), List.of(), Chain.NONE));
  }

  private void isGolden(String name, SessionState state) {
    assertThat(new String(codec.encode(state), UTF_8))
        .isEqualTo(new String(FILES.read(name), UTF_8));
    assertThat(codec.decode(FILES.read(name))).isEqualTo(state);
  }

  @Test
  @Tag("A3")
  void aJournalThatIsReadAgainFoldsToTheSameBytes() {
    var events = new EventCodec();
    var run = new RunId("r-1");
    var prompt = new Prompt(Text.of("Hello"), new Prompt.History.Own(), null);
    var reply =
        new ModelReply(
            List.of(new Block.Prose(Text.of("Hi."))),
            ModelReply.StopReason.DONE,
            new Usage(10, 2, 0, 0, 0));
    var journal =
        List.of(
            new Recorded(1, AT, new Event.SessionOpened(SESSION, "clerk", "/work/shop")),
            new Recorded(2, AT, new Event.RunAccepted(run, prompt, Limits.DEFAULT)),
            new Recorded(3, AT, new Event.ModelReplied(run, new EffectId(1), reply)),
            new Recorded(
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
  void generatedStatesReadAsTheyWereWritten() {
    var seed = new Seed();
    var values = new RandomValues(seed.random());
    for (int i = 0; i < 2_000; i++) {
      var state =
          new SessionState(
              new Position(values.count(), values.instant(), values.count()),
              new Profile(
                  values.choice(4) == 0 ? null : values.session(),
                  values.string(),
                  values.string(),
                  values.choice(4) == 0 ? null : values.recipe(),
                  values.list(values::string),
                  values.labels(),
                  values.identity(),
                  values.origin()),
              Conversation.of(values.list(values::message)),
              Phase.IDLE,
              Backlog.EMPTY,
              List.of(),
              new Totals(
                  values.count(),
                  values.count(),
                  values.usage(),
                  values.usage(),
                  values.text(),
                  values.text(),
                  RandomBudgets.spending(values)),
              values.annals());
      var bytes = codec.encode(state);
      assertThat(codec.decode(bytes)).as("%s", seed).isEqualTo(state);
      assertThat(codec.encode(codec.decode(bytes))).as("%s", seed).isEqualTo(bytes);
    }
  }

  @Test
  void aSessionThatIsRunningOrWasNeverOpenedHasNoSnapshot() {
    var opened =
        SessionState.NEW.after(
            new Recorded(1, AT, new Event.SessionOpened(SESSION, "clerk", "/work/shop")));
    var prompt = new Prompt(Text.of("Hello"), new Prompt.History.Own(), null);
    var running =
        opened.after(
            new Recorded(2, AT, new Event.RunAccepted(new RunId("r-1"), prompt, Limits.DEFAULT)));

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
