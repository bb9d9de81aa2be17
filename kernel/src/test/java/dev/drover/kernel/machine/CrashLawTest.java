package dev.drover.kernel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.DeterministicWorld.Temper;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.kernel.machine.SessionDriver.Crash;
import dev.drover.kernel.machine.SessionDriver.Progress;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.EffectId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A process may die after every commit, before or after the tools have carried out their due
/// effects. In every case the runs end, settled calls are not repeated, and lost outcomes are not
/// guessed.
@Tag("K4")
class CrashLawTest {
  private static final long FIRST_SEED = 1;
  private static final int WORLDS = 100;

  /// One world, one point of a crash, and the result of the same world without a crash.
  private record Trial(
      DeterministicWorld world, RecoveryCourse course, Crash crash, SessionDriver calm) {
    SessionDriver drive() {
      return SessionDriver.through(world, course, crash);
    }

    /// The second process dies during the work that the first one left, or right after it.
    SessionDriver driveWithTwoCrashes() {
      var again = new Crash(crash.commit() + 1, Progress.ALL_DONE_UNHEARD);
      return SessionDriver.through(world, course, crash, again);
    }
  }

  @Test
  @Tag("A12")
  void ifAllWorkIsRecoverableACrashChangesOnlyTheDuration() {
    everyCrash(
        Temper.KIND,
        RecoveryCourse.DRIVE_ON,
        trial -> {
          var shaken = trial.drive();
          var calm = trial.calm();
          assertThat(shaken.outcomes()).isEqualTo(calm.outcomes());
          assertThat(shaken.state().conversation()).isEqualTo(calm.state().conversation());
          assertThat(shaken.state().profile()).isEqualTo(calm.state().profile());
          assertThat(shaken.state().totals()).isEqualTo(calm.state().totals());
          assertThat(shaken.state().position().effects())
              .isEqualTo(calm.state().position().effects());
        });
  }

  @Test
  @Tag("A13")
  void afterAnyCrashTheRunsEndAndEachCallHasOneResult() {
    everyCrash(Temper.CRUEL, RecoveryCourse.DRIVE_ON, trial -> assertSound(trial.drive()));
  }

  @Test
  @Tag("A13")
  void twoCrashesAreNoWorseThanOne() {
    everyCrash(
        Temper.CRUEL,
        RecoveryCourse.DRIVE_ON,
        trial -> {
          var drive = trial.driveWithTwoCrashes();
          assertSound(drive);
          assertDoneAtMostOnce(drive, trial.world());
        });
  }

  @Test
  @Tag("A12")
  void closingInsteadOfContinuingEndsTheRunsAsWell() {
    everyCrash(
        Temper.CRUEL,
        RecoveryCourse.CLOSE,
        trial -> {
          var drive = trial.drive();
          assertSound(drive);
          assertDoneAtMostOnce(drive, trial.world());
        });
  }

  @Test
  @Tag("K7")
  @Tag("A14")
  void anUnsafeCallHappensOnceUnlessAPersonRepeatsIt() {
    for (var temper : Temper.values()) {
      everyCrash(
          temper,
          RecoveryCourse.DRIVE_ON,
          trial -> assertDoneAtMostOnce(trial.drive(), trial.world()));
    }
  }

  @Test
  @Tag("A14")
  void runsEndEvenIfTheProcessDiesEveryTime() {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + WORLDS; seed++) {
      var everywhere = new HashSet<Crash>();
      for (int commit = 1; commit < 400; commit += 2) {
        everywhere.add(new Crash(commit, Progress.ALL_DONE_UNHEARD));
      }
      var world = new DeterministicWorld(seed, Temper.CRUEL);
      var drive =
          SessionDriver.through(world, RecoveryCourse.DRIVE_ON, everywhere.toArray(Crash[]::new));
      assertSound(drive);
      assertDoneAtMostOnce(drive, world);
    }
  }

  @Test
  void theGeneratedWorldsCoverAllOutcomes() {
    var calls = new ArrayList<PlannedCall>();
    var endings = new HashSet<Class<?>>();
    for (long seed = FIRST_SEED; seed < FIRST_SEED + WORLDS; seed++) {
      var drive =
          SessionDriver.through(
              new DeterministicWorld(seed, Temper.CRUEL), RecoveryCourse.DRIVE_ON);
      calls.addAll(drive.planned());
      drive.outcomes().forEach(outcome -> endings.add(outcome.getClass()));
    }
    assertThat(calls).hasSizeGreaterThan(WORLDS * 3);
    // After a hand-off these worlds could not continue in the same session.
    var all = new HashSet<Class<?>>(SealedFamily.leaves(RunOutcome.class));
    all.remove(RunOutcome.HandedOff.class);
    assertThat(endings).isEqualTo(all);
  }

  private static void everyCrash(Temper temper, RecoveryCourse course, Consumer<Trial> law) {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + WORLDS; seed++) {
      var calm = SessionDriver.through(new DeterministicWorld(seed, temper), course);
      for (int commit = 1; commit <= calm.commits(); commit++) {
        for (var progress : Progress.values()) {
          var crash = new Crash(commit, progress);
          var trial = new Trial(new DeterministicWorld(seed, temper), course, crash, calm);
          try {
            law.accept(trial);
          } catch (RuntimeException | AssertionError breach) {
            throw new AssertionError(
                "broken in the %s world %d by %s: %s"
                    .formatted(temper, seed, crash, breach.getMessage()),
                breach);
          }
        }
      }
    }
  }

  private static void assertSound(SessionDriver drive) {
    assertThat(drive.state().phase()).isEqualTo(SessionPhase.IDLE);
    assertThat(drive.outcomes()).hasSize(2);
    assertThat(StrictConversationCheck.objectionsToAPrompt(drive.state().conversation().messages()))
        .isEmpty();
    var ends = new ArrayList<EffectId>();
    for (var event : drive.events()) {
      switch (event) {
        case Event.ToolStarted(_, var effect, _) -> assertThat(ends).doesNotContain(effect);
        case Event.ToolSettled(_, var effect, _, _, _, _) -> ends.add(effect);
        case Event.OfSession _, Event.OfRun _ -> {}
      }
    }
    assertThat(ends)
        .containsExactlyInAnyOrderElementsOf(effects(drive.planned()))
        .doesNotHaveDuplicates();
  }

  private static List<EffectId> effects(List<PlannedCall> calls) {
    return calls.stream().map(PlannedCall::effect).toList();
  }

  private static void assertDoneAtMostOnce(SessionDriver drive, DeterministicWorld world) {
    for (var call : drive.planned()) {
      if (call.terms().effects() == EffectClass.UNSAFE) {
        assertThat(world.timesDone(call.effect()))
            .isLessThanOrEqualTo(1 + world.timesRunAgainByPeople(call.effect()));
      }
    }
  }
}
