package dev.drover.codec;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.message.ToolAnswer.HandOff;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The values of the golden files of events, by file name. Session events are here; the others are
/// in the class of their kind.
final class GoldenEvents {
  static final SessionId SESSION = new SessionId("s-1");
  static final RunId RUN = new RunId("r-1");

  static final BlobId BLOB =
      new BlobId("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08");

  private final Map<String, RecordedEvent> events = new TreeMap<>();

  private GoldenEvents() {}

  static Map<String, RecordedEvent> all() {
    var golden = new GoldenEvents();
    golden.addSession();
    golden.addTasks();
    golden.addRecipes();
    golden.events.putAll(GoldenRunEvents.all());
    golden.events.putAll(GoldenModelEvents.all());
    golden.events.putAll(GoldenToolEvents.all());
    golden.events.putAll(GoldenBudgetEvents.all());
    golden.events.putAll(GoldenVerifications.all());
    golden.events.putAll(GoldenCompactions.all());
    return golden.events;
  }

  private void add(String name, long seq, String at, Event event) {
    events.put(name, new RecordedEvent(seq, Instant.parse(at), event));
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
            SessionOrigin.OWN));
    add(
        "session_opened-delegated",
        1,
        start,
        new Event.SessionOpened(
            SESSION,
            "clerk/explore",
            "/work/shop",
            Identity.NONE,
            new SessionOrigin.Delegated(
                new SessionId("s-0"), new EffectId(5), TaskMode.BACKGROUND, 2)));
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
            new RunOutcome.HandedOff(to.successor(), to.run(), to.prompt()),
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
}
