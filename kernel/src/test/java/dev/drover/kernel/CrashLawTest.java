package dev.drover.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Drive.Crash;
import dev.drover.kernel.Drive.Progress;
import dev.drover.kernel.Input.Course;
import dev.drover.kernel.World.Temper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A process may die after every commit, before or after the tools have done what was due. Whatever
/// it is: the runs end, nothing that was settled is done again, and nothing in doubt is guessed.
@Tag("K4")
class CrashLawTest {
  private static final long FIRST_SEED = 1;
  private static final int WORLDS = 100;

  /// One world, one place to die in it, and how the same world goes without a crash.
  private record Trial(World world, Course course, Crash crash, Drive calm) {
    Drive drive() {
      return Drive.through(world, course, crash);
    }

    /// The second process dies in the work that the first one left, or right after it.
    Drive driveTwiceShaken() {
      var again = new Crash(crash.commit() + 1, Progress.ALL_DONE_UNHEARD);
      return Drive.through(world, course, crash, again);
    }
  }

  @Test
  @Tag("A12")
  void whereEverythingCanBeHadAgainACrashChangesNothingButTheTimeItTakes() {
    everyCrash(
        Temper.KIND,
        Course.DRIVE_ON,
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
  void whateverWasLostTheRunsEndAndEachCallHasOneResult() {
    everyCrash(Temper.CRUEL, Course.DRIVE_ON, trial -> assertSound(trial.drive()));
  }

  @Test
  @Tag("A13")
  void twoCrashesAreNoWorseThanOne() {
    everyCrash(
        Temper.CRUEL,
        Course.DRIVE_ON,
        trial -> {
          var drive = trial.driveTwiceShaken();
          assertSound(drive);
          assertDoneAtMostOnce(drive, trial.world());
        });
  }

  @Test
  @Tag("A12")
  void closingInsteadOfDrivingOnEndsTheRunsAsWell() {
    everyCrash(
        Temper.CRUEL,
        Course.CLOSE,
        trial -> {
          var drive = trial.drive();
          assertSound(drive);
          assertDoneAtMostOnce(drive, trial.world());
        });
  }

  @Test
  @Tag("K7")
  @Tag("A14")
  void anUnsafeCallHappensOnceUnlessAPersonWantsItAgain() {
    for (var temper : Temper.values()) {
      everyCrash(
          temper, Course.DRIVE_ON, trial -> assertDoneAtMostOnce(trial.drive(), trial.world()));
    }
  }

  @Test
  @Tag("A14")
  void aProcessThatDiesEveryTimeStillComesToAnEnd() {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + WORLDS; seed++) {
      var everywhere = new HashSet<Crash>();
      for (int commit = 1; commit < 400; commit += 2) {
        everywhere.add(new Crash(commit, Progress.ALL_DONE_UNHEARD));
      }
      var world = new World(seed, Temper.CRUEL);
      var drive = Drive.through(world, Course.DRIVE_ON, everywhere.toArray(Crash[]::new));
      assertSound(drive);
      assertDoneAtMostOnce(drive, world);
    }
  }

  @Test
  void theWorldsAreNotIdle() {
    var calls = new ArrayList<PlannedCall>();
    var endings = new HashSet<Class<?>>();
    for (long seed = FIRST_SEED; seed < FIRST_SEED + WORLDS; seed++) {
      var drive = Drive.through(new World(seed, Temper.CRUEL), Course.DRIVE_ON);
      calls.addAll(drive.planned());
      drive.outcomes().forEach(outcome -> endings.add(outcome.getClass()));
    }
    assertThat(calls).hasSizeGreaterThan(WORLDS * 3);
    // After a hand-off these worlds could not go on in the same session.
    var all = new HashSet<Class<?>>(SealedFamily.leaves(RunOutcome.class));
    all.remove(RunOutcome.HandedOff.class);
    assertThat(endings).isEqualTo(all);
  }

  private static void everyCrash(Temper temper, Course course, Consumer<Trial> law) {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + WORLDS; seed++) {
      var calm = Drive.through(new World(seed, temper), course);
      for (int commit = 1; commit <= calm.commits(); commit++) {
        for (var progress : Progress.values()) {
          var crash = new Crash(commit, progress);
          var trial = new Trial(new World(seed, temper), course, crash, calm);
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

  private static void assertSound(Drive drive) {
    assertThat(drive.state().phase()).isEqualTo(Phase.IDLE);
    assertThat(drive.outcomes()).hasSize(2);
    assertThat(StrictProvider.objectionsToAPrompt(drive.state().conversation().messages()))
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

  private static void assertDoneAtMostOnce(Drive drive, World world) {
    for (var call : drive.planned()) {
      if (call.terms().effects() == EffectClass.UNSAFE) {
        assertThat(world.timesDone(call.effect()))
            .isLessThanOrEqualTo(1 + world.timesRunAgainByPeople(call.effect()));
      }
    }
  }
}
