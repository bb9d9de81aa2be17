package dev.drover.testkit.sim;

import dev.drover.spi.store.Store;
import java.util.function.UnaryOperator;

/// Bugs that are planted to test whether they are found, each by the law that it breaks. Each is a
/// realistic mistake.
enum PlantedBug {
  NONE(""),
  SWALLOW_CONFLICTS("A2", Place.GROUND, PlatformBugs::swallowConflicts),
  FORGET_A_WRITE("A3", Place.GROUND, PlatformBugs::forgetAWrite),
  WRITE_BEHIND("A3", Place.GROUND, PlatformBugs::writeBehind),
  LEAVE_THE_LETTER("A13", Place.GROUND, PlatformBugs::keepConsumedItems),
  SAY_NOTHING("F1", Place.GROUND, PlatformBugs::sayNothing),
  PAY_TWICE("F5", Place.GROUND, PlatformBugs::payTwice),
  NEVER_REFUSE("E7", Place.GROUND, PlatformBugs::neverRefuse),
  HOLD_NOTHING("A2", Place.GROUND, PlatformBugs::holdNothing),
  LOSE_THE_LETTER("A13", Place.GROUND, PlatformBugs::loseInboxItems),
  READ_SHORT("A12", Place.GROUND, PlatformBugs::readShort),
  /// A tool acts twice for one call.
  CALL_TWICE("A14"),
  FORGET_AN_END("A3", Place.GROUND, PlatformBugs::forgetAnEnd),
  LIST_BY_NAME("A11", Place.GROUND, PlatformBugs::listByName),
  STAY_FOR_EVER("A12", Place.GROUND, PlatformBugs::stayForEver),
  FORK_NOTHING("A12", Place.GROUND, PlatformBugs::forkNothing),
  BLAME_ANOTHER("A6", Place.RUNTIME, RuntimeBugs::blameAnother),
  DROP_ALL("A8", Place.RUNTIME, RuntimeBugs::dropAll),
  SAVE_ANOTHER("A3", Place.RUNTIME, RuntimeBugs::saveAnother),
  READ_ONE_MORE("A9", Place.RUNTIME, RuntimeBugs::readOneMore),
  REFUSE_THE_STOPPED("B4", Place.RUNTIME, RuntimeBugs::refuseTheStopped),
  CLOSE_NOTHING("B5", Place.RUNTIME, RuntimeBugs::closeNothing),
  STOP_ANOTHER("B6", Place.RUNTIME, RuntimeBugs::stopAnother),
  PAY_FOR_NO_CHILD("F2", Place.RUNTIME, RuntimeBugs::payForNoChild),
  HEAR_ANOTHER("F3", Place.RUNTIME, RuntimeBugs::hearAnother),
  ALL_IS_WELL("F4", Place.RUNTIME, RuntimeBugs::allIsWell),
  FORGET_THE_BILL("F5", Place.RUNTIME, RuntimeBugs::forgetTheBill),
  NEVER_TAKE_OVER("A12", Place.RUNTIME, RuntimeBugs::neverTakeOver),
  NEVER_HEAR("A13", Place.RUNTIME, RuntimeBugs::neverHear),
  /// No call needs approval.
  ASK_NOBODY("E1"),
  /// Threads that wait for longer than some seconds are not woken.
  NEVER_RING("A12");

  private final String law;
  private final Place place;

  /// A stateless function.
  @SuppressWarnings("ImmutableEnumChecker")
  private final UnaryOperator<Store> planting;

  enum Place {
    /// The store that all processes share.
    GROUND,
    /// The store as the runtime of one process sees it: a bug here looks like one of the runtime.
    RUNTIME,
    /// Tools, rules and the clock, which check for the bug themselves.
    ELSEWHERE
  }

  /// @param law the law that it breaks, by which it is found
  PlantedBug(String law, Place place, UnaryOperator<Store> planting) {
    this.law = law;
    this.place = place;
    this.planting = planting;
  }

  PlantedBug(String law) {
    this(law, Place.ELSEWHERE, UnaryOperator.identity());
  }

  String law() {
    return law;
  }

  /// The store with this bug, if it belongs there.
  Store planted(Place where, Store inner) {
    return where == place ? planting.apply(inner) : inner;
  }
}
