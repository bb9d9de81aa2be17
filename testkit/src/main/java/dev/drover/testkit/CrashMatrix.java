package dev.drover.testkit;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Run;
import dev.drover.runtime.Session;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Kills a scenario after every append, recovers it in a new runtime, and compares.
///
/// The places come from a first, whole run: whatever it appends is a place to be cut, so a new
/// append is covered without anyone remembering it. Order among parallel tools may differ from run
/// to run; a cut falls after the n-th append, whichever that is.
public final class CrashMatrix {
  private static final SessionId SESSION = new SessionId("s-crash");
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final int QUIET_LOOKS = 1_000;

  private final Supplier<Store> stores;
  private final Scenario scenario;

  /// @param stores gives a fresh, empty store each time
  public CrashMatrix(Supplier<Store> stores, Scenario scenario) {
    this.stores = stores;
    this.scenario = scenario;
  }

  /// One life and the next.
  ///
  /// @param cut number of the append after which the first process died
  /// @param before what was in the journal when it died
  /// @param after the whole journal at the end
  /// @param firstLife effects that tools performed before the cut
  /// @param secondLife effects that tools performed after it
  public record Trial(
      int cut,
      List<Recorded> before,
      List<Recorded> after,
      List<EffectId> firstLife,
      List<EffectId> secondLife) {
    /// How the run ended; it has ended exactly once.
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

    /// Effects that were settled before the cut and performed again after it.
    public Set<EffectId> repeated() {
      return settledBefore().stream().filter(secondLife::contains).collect(Collectors.toSet());
    }

    private Set<EffectId> settledBefore() {
      return before.stream()
          .filter(entry -> entry.event() instanceof Event.ToolSettled)
          .map(entry -> ((Event.ToolSettled) entry.event()).effect())
          .collect(Collectors.toSet());
    }

    /// Calls that were started before the cut and had no outcome then.
    public Set<EffectId> lost() {
      var settled = settledBefore();
      return before.stream()
          .filter(entry -> entry.event() instanceof Event.ToolStarted)
          .map(entry -> ((Event.ToolStarted) entry.event()).effect())
          .filter(effect -> !settled.contains(effect))
          .collect(Collectors.toSet());
    }
  }

  /// The scenario, whole: what it appends is what can be cut.
  public Trial whole() throws InterruptedException {
    return trial(MortalStore.IMMORTAL);
  }

  /// The scenario cut after each append of the whole run, the ones that open the session included.
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
      var mortal = new MortalStore(store, MortalStore.IMMORTAL);
      live(mortal, new Ledger());
      return mortal.appends();
    }
  }

  private Trial trial(int cut) throws InterruptedException {
    try (var store = stores.get()) {
      var first = new Ledger();
      live(new MortalStore(store, cut), first);
      var before = journal(store);
      var second = new Ledger();
      if (cut != MortalStore.IMMORTAL) {
        live(new MortalStore(store, MortalStore.IMMORTAL), second);
      }
      return new Trial(cut, before, journal(store), first.performed(), second.performed());
    }
  }

  /// One process, from its start to its end or its death.
  private void live(MortalStore store, Ledger ledger) throws InterruptedException {
    var drover = Drover.on(store).build();
    try {
      var agent = scenario.equip(drover.agent("crash"), ledger).build();
      var session = agent.open(SESSION);
      var run = session.send(scenario.ask().withKey("once"));
      await(drover, store, session, run);
    } catch (DroverException dead) {
      if (!store.isDead()) {
        throw dead;
      }
    } finally {
      drover.disconnect();
    }
  }

  private void await(Drover drover, MortalStore store, Session session, Run run) {
    try (var events = run.events()) {
      for (int quiet = 0; quiet < QUIET_LOOKS; quiet++) {
        var next = events.next(LOOK);
        if (events.isAtEnd() || store.isDead()) {
          return;
        }
        if (next.isPresent()) {
          quiet = 0;
        }
        if (next.isPresent() && next.get() instanceof Notice.Happened happened) {
          scenario.seen(session, drover, happened.event());
        }
      }
      throw new AssertionError("nobody drives the run: " + run.snapshot());
    }
  }

  private static List<Recorded> journal(Store store) {
    try (var reader = Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build()) {
      if (reader.archive().session(SESSION).isEmpty()) {
        return List.of();
      }
      return reader.archive().page(Cursor.start(SESSION), 10_000).items().stream()
          .map(Notice.Happened::entry)
          .toList();
    }
  }
}
