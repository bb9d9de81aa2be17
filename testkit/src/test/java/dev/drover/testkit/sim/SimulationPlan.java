package dev.drover.testkit.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/// The actions and faults of one simulation. All of it follows from the seed, but it can be shrunk:
/// the draws of the world do not depend on it.
///
/// @param processes how many there are at the start
/// @param modelCalls the limit of the account
/// @param runsKept of each session
record SimulationPlan(
    long seed,
    int processes,
    long modelCalls,
    int runsKept,
    List<PlannedAction> deeds,
    List<SimFault> faults) {
  private static final int MOST_DEEDS = 14;
  private static final int MOST_FAULTS = 6;
  private static final int APPENDS = 70;
  private static final int STEPS = 900;
  private static final int FEW = 12;
  private static final Duration SPAN = Duration.ofSeconds(90);
  private static final List<PlannedAction.Kind> COMMON =
      List.of(
          PlannedAction.Kind.PROMPT,
          PlannedAction.Kind.QUEUE,
          PlannedAction.Kind.STEER,
          PlannedAction.Kind.ANSWER);

  private static final List<PlannedAction.Kind> ENDING =
      List.of(
          PlannedAction.Kind.START_TASK,
          PlannedAction.Kind.RUN_TASKS,
          PlannedAction.Kind.CANCEL,
          PlannedAction.Kind.CANCEL_ONE,
          PlannedAction.Kind.CANCEL_TASK,
          PlannedAction.Kind.CLOSE_SESSION,
          PlannedAction.Kind.CLOSE_SESSION);

  SimulationPlan {
    deeds = List.copyOf(deeds);
    faults = List.copyOf(faults);
  }

  static SimulationPlan of(long seed) {
    var dice = new SplittableRandom(seed).split();
    var deeds = new ArrayList<PlannedAction>();
    deeds.add(new PlannedAction(Duration.ZERO, PlannedAction.Kind.PROMPT, 0, 0, 1));
    int many = 3 + dice.nextInt(MOST_DEEDS);
    for (int i = 0; i < many; i++) {
      deeds.add(deed(dice));
    }
    deeds.sort(Comparator.comparing(PlannedAction::at));
    var faults = new ArrayList<SimFault>();
    int wrong = dice.nextInt(MOST_FAULTS + 1);
    for (int i = 0; i < wrong; i++) {
      faults.add(fault(dice));
    }
    long calls = dice.nextInt(4) == 0 ? 3 + dice.nextInt(FEW) : 1_000;
    int processes = 1 + dice.nextInt(2);
    int runsKept = dice.nextInt(3) == 0 ? 1 + dice.nextInt(2) : Integer.MAX_VALUE;
    return new SimulationPlan(seed, processes, calls, runsKept, deeds, faults);
  }

  /// Whether each dead process is replaced; otherwise only if none is left.
  boolean isReplaced() {
    return seed % 2 == 0;
  }

  SimulationPlan with(List<PlannedAction> others, List<SimFault> otherFaults) {
    return new SimulationPlan(seed, processes, modelCalls, runsKept, others, otherFaults);
  }

  private static PlannedAction deed(SplittableRandom dice) {
    var kinds =
        switch (dice.nextInt(5)) {
          case 0, 1, 2 -> COMMON;
          case 3 -> ENDING;
          default -> List.of(PlannedAction.Kind.values());
        };
    return new PlannedAction(
        Duration.ofMillis(dice.nextLong(SPAN.toMillis())),
        kinds.get(dice.nextInt(kinds.size())),
        dice.nextInt(2),
        dice.nextInt(3),
        dice.nextInt(4));
  }

  private static SimFault fault(SplittableRandom dice) {
    var kinds = SimFault.Kind.values();
    var kind = kinds[dice.nextInt(kinds.length)];
    int among =
        switch (kind) {
          case FAIL_APPEND, LOSE_APPEND, KILL_BEFORE_APPEND, KILL_AFTER_APPEND, OUTAGE -> APPENDS;
          case FAIL_READ, FAIL_LOOK -> FEW * 4;
          case FAIL_RESERVE, LOSE_RESERVE -> FEW;
          case FAIL_PUT, LOSE_PUT -> 2;
          case KILL_AT_STEP, STALL_AT_STEP -> STEPS;
        };
    return new SimFault(kind, 1 + dice.nextInt(among));
  }
}
