package dev.drover.testkit.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/// What is done and what goes wrong in one simulation. All of it follows from the seed, but it can
/// be made smaller: the draws of the world do not depend on it.
///
/// @param processes how many begin
/// @param modelCalls how many the account may pay for
/// @param runsKept of each session
record Plan(
    long seed, int processes, long modelCalls, int runsKept, List<Deed> deeds, List<Fault> faults) {
  private static final int MOST_DEEDS = 14;
  private static final int MOST_FAULTS = 6;
  private static final int APPENDS = 70;
  private static final int STEPS = 900;
  private static final int FEW = 12;
  private static final Duration SPAN = Duration.ofSeconds(90);
  private static final List<Deed.Kind> COMMON =
      List.of(Deed.Kind.PROMPT, Deed.Kind.QUEUE, Deed.Kind.STEER, Deed.Kind.ANSWER);

  private static final List<Deed.Kind> ENDING =
      List.of(
          Deed.Kind.START_TASK,
          Deed.Kind.RUN_TASKS,
          Deed.Kind.CANCEL,
          Deed.Kind.CANCEL_ONE,
          Deed.Kind.CANCEL_TASK,
          Deed.Kind.CLOSE_SESSION,
          Deed.Kind.CLOSE_SESSION);

  Plan {
    deeds = List.copyOf(deeds);
    faults = List.copyOf(faults);
  }

  static Plan of(long seed) {
    var dice = new SplittableRandom(seed).split();
    var deeds = new ArrayList<Deed>();
    deeds.add(new Deed(Duration.ZERO, Deed.Kind.PROMPT, 0, 0, 1));
    int many = 3 + dice.nextInt(MOST_DEEDS);
    for (int i = 0; i < many; i++) {
      deeds.add(deed(dice));
    }
    deeds.sort(Comparator.comparing(Deed::at));
    var faults = new ArrayList<Fault>();
    int wrong = dice.nextInt(MOST_FAULTS + 1);
    for (int i = 0; i < wrong; i++) {
      faults.add(fault(dice));
    }
    long calls = dice.nextInt(4) == 0 ? 3 + dice.nextInt(FEW) : 1_000;
    int processes = 1 + dice.nextInt(2);
    int runsKept = dice.nextInt(3) == 0 ? 1 + dice.nextInt(2) : Integer.MAX_VALUE;
    return new Plan(seed, processes, calls, runsKept, deeds, faults);
  }

  /// Whether somebody comes for each that has died; otherwise only if nobody is left.
  boolean isReplaced() {
    return seed % 2 == 0;
  }

  Plan with(List<Deed> others, List<Fault> otherFaults) {
    return new Plan(seed, processes, modelCalls, runsKept, others, otherFaults);
  }

  private static Deed deed(SplittableRandom dice) {
    var kinds =
        switch (dice.nextInt(5)) {
          case 0, 1, 2 -> COMMON;
          case 3 -> ENDING;
          default -> List.of(Deed.Kind.values());
        };
    return new Deed(
        Duration.ofMillis(dice.nextLong(SPAN.toMillis())),
        kinds.get(dice.nextInt(kinds.size())),
        dice.nextInt(2),
        dice.nextInt(3),
        dice.nextInt(4));
  }

  private static Fault fault(SplittableRandom dice) {
    var kinds = Fault.Kind.values();
    var kind = kinds[dice.nextInt(kinds.length)];
    int among =
        switch (kind) {
          case FAIL_APPEND, LOSE_APPEND, KILL_BEFORE_APPEND, KILL_AFTER_APPEND, OUTAGE -> APPENDS;
          case FAIL_READ, FAIL_LOOK -> FEW * 4;
          case FAIL_RESERVE, LOSE_RESERVE -> FEW;
          case FAIL_PUT, LOSE_PUT -> 2;
          case KILL_AT_STEP, STALL_AT_STEP -> STEPS;
        };
    return new Fault(kind, 1 + dice.nextInt(among));
  }
}
