package dev.drover.testkit;

import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.Session;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.DroverException;
import dev.drover.spi.store.Store;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Kills a scenario after every append, recovers it in a new runtime, and compares.
///
/// The crash points come from a first, complete run: every append is a crash point, so a new append
/// is covered automatically. The order of parallel tools may differ between runs; a crash follows
/// the n-th append, whichever that is.
public final class CrashMatrix {
  private static final SessionId SESSION = new SessionId("s-crash");
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final int QUIET_LOOKS = 1_000;

  private final Supplier<Store> stores;
  private final CrashScenario scenario;

  /// @param stores supplies a fresh, empty store each time
  public CrashMatrix(Supplier<Store> stores, CrashScenario scenario) {
    this.stores = stores;
    this.scenario = scenario;
  }

  /// One crash and one recovery.
  ///
  /// @param cut number of the append after which the first process died
  /// @param before the journal when the first process died
  /// @param after the whole journal at the end
  /// @param firstLife effects that tools performed before the cut
  /// @param secondLife effects that tools performed after it
  public record Trial(
      int cut,
      List<RecordedEvent> before,
      List<RecordedEvent> after,
      List<EffectId> firstLife,
      List<EffectId> secondLife) {
    /// The outcome of the run, which has ended exactly once.
    public RunOutcome outcome() {
      var ends =
          after.stream()
              .filter(entry -> entry.event() instanceof Event.RunFinished)
              .map(entry -> ((Event.RunFinished) entry.event()).outcome())
              .toList();
      if (ends.size() != 1) {
        throw new AssertionError("cut %d: the run ended %d times".formatted(cut, ends.size()));
      }
      return ends.getFirst();
    }

    /// Effects that were settled before the crash and performed again after it.
    public Set<EffectId> repeated() {
      return settledBefore().stream().filter(secondLife::contains).collect(Collectors.toSet());
    }

    private Set<EffectId> settledBefore() {
      return before.stream()
          .filter(entry -> entry.event() instanceof Event.ToolSettled)
          .map(entry -> ((Event.ToolSettled) entry.event()).effect())
          .collect(Collectors.toSet());
    }

    /// Calls that were started before the crash and had no outcome then.
    public Set<EffectId> lost() {
      var settled = settledBefore();
      return before.stream()
          .filter(entry -> entry.event() instanceof Event.ToolStarted)
          .map(entry -> ((Event.ToolStarted) entry.event()).effect())
          .filter(effect -> !settled.contains(effect))
          .collect(Collectors.toSet());
    }
  }

  /// Runs the scenario without a crash.
  public Trial whole() throws InterruptedException {
    return trial(CrashingStore.NEVER_CRASHES);
  }

  /// Crashes the scenario after each append of the complete run, including those that open the
  /// session.
  public List<Trial> all() throws InterruptedException {
    var trials = new ArrayList<Trial>();
    int cuts = appends();
    for (int cut = 1; cut <= cuts; cut++) {
      trials.add(trial(cut));
    }
    return trials;
  }

  private int appends() throws InterruptedException {
    try (var store = stores.get()) {
      var mortal = new CrashingStore(store, CrashingStore.NEVER_CRASHES);
      live(mortal, new PerformedEffects());
      return mortal.appends();
    }
  }

  private Trial trial(int cut) throws InterruptedException {
    try (var store = stores.get()) {
      var first = new PerformedEffects();
      live(new CrashingStore(store, cut), first);
      var before = journal(store);
      var second = new PerformedEffects();
      if (cut != CrashingStore.NEVER_CRASHES) {
        live(new CrashingStore(store, CrashingStore.NEVER_CRASHES), second);
      }
      return new Trial(cut, before, journal(store), first.performed(), second.performed());
    }
  }

  /// One process, from its start to its end or its crash.
  private void live(CrashingStore store, PerformedEffects ledger) throws InterruptedException {
    var drover = Drover.on(store).build();
    try {
      var agent = scenario.configure(drover.agent("crash"), ledger).build();
      var session = agent.open(SESSION);
      var run = session.send(scenario.ask().withKey("once"));
      await(drover, store, session, run);
    } catch (DroverException dead) {
      if (!store.isCrashed()) {
        throw dead;
      }
    } finally {
      drover.disconnect();
    }
  }

  private void await(Drover drover, CrashingStore store, Session session, Run run) {
    try (var events = run.events()) {
      for (int quiet = 0; quiet < QUIET_LOOKS; quiet++) {
        var next = events.next(LOOK);
        if (events.isAtEnd() || store.isCrashed()) {
          return;
        }
        if (next.isPresent()) {
          quiet = 0;
        }
        if (next.isPresent() && next.get() instanceof Notice.Happened happened) {
          scenario.onEvent(session, drover, happened.event());
        }
      }
      throw new AssertionError("the run is not driven: " + run.snapshot());
    }
  }

  private static List<RecordedEvent> journal(Store store) {
    try (var reader = Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build()) {
      if (reader.queries().session(SESSION).isEmpty()) {
        return List.of();
      }
      return reader.queries().page(Cursor.start(SESSION), 10_000).items().stream()
          .map(Notice.Happened::entry)
          .toList();
    }
  }
}
