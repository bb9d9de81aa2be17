package dev.drover.testkit.sim;

import dev.drover.spi.store.Store;
import java.util.function.UnaryOperator;

/// Bugs that are planted to see whether they are found, each by the law that it breaks. Each is one
/// that somebody could really write.
enum Bug {
  NONE(""),
  SWALLOW_CONFLICTS("A2", Place.GROUND, BadGround::swallowConflicts),
  FORGET_A_WRITE("A3", Place.GROUND, BadGround::forgetAWrite),
  WRITE_BEHIND("A3", Place.GROUND, BadGround::writeBehind),
  LEAVE_THE_LETTER("A13", Place.GROUND, BadGround::leaveTheLetter),
  SAY_NOTHING("F1", Place.GROUND, BadGround::sayNothing),
  PAY_TWICE("F5", Place.GROUND, BadGround::payTwice),
  NEVER_REFUSE("E7", Place.GROUND, BadGround::neverRefuse),
  HOLD_NOTHING("A2", Place.GROUND, BadGround::holdNothing),
  LOSE_THE_LETTER("A13", Place.GROUND, BadGround::loseTheLetter),
  READ_SHORT("A12", Place.GROUND, BadGround::readShort),
  /// A tool does what it does two times for one call.
  CALL_TWICE("A14"),
  FORGET_AN_END("A3", Place.GROUND, BadGround::forgetAnEnd),
  LIST_BY_NAME("A11", Place.GROUND, BadGround::listByName),
  STAY_FOR_EVER("A12", Place.GROUND, BadGround::stayForEver),
  FORK_NOTHING("A12", Place.GROUND, BadGround::forkNothing),
  BLAME_ANOTHER("A6", Place.RUNTIME, BadRuntime::blameAnother),
  DROP_ALL("A8", Place.RUNTIME, BadRuntime::dropAll),
  SAVE_ANOTHER("A3", Place.RUNTIME, BadRuntime::saveAnother),
  READ_ONE_MORE("A9", Place.RUNTIME, BadRuntime::readOneMore),
  REFUSE_THE_STOPPED("B4", Place.RUNTIME, BadRuntime::refuseTheStopped),
  CLOSE_NOTHING("B5", Place.RUNTIME, BadRuntime::closeNothing),
  STOP_ANOTHER("B6", Place.RUNTIME, BadRuntime::stopAnother),
  PAY_FOR_NO_CHILD("F2", Place.RUNTIME, BadRuntime::payForNoChild),
  HEAR_ANOTHER("F3", Place.RUNTIME, BadRuntime::hearAnother),
  ALL_IS_WELL("F4", Place.RUNTIME, BadRuntime::allIsWell),
  FORGET_THE_BILL("F5", Place.RUNTIME, BadRuntime::forgetTheBill),
  NEVER_TAKE_OVER("A12", Place.RUNTIME, BadRuntime::neverTakeOver),
  NEVER_HEAR("A13", Place.RUNTIME, BadRuntime::neverHear),
  /// Nobody has to be asked for anything.
  ASK_NOBODY("E1"),
  /// Whoever waits for longer than some seconds is not woken.
  NEVER_RING("A12");

  private final String law;
  private final Place place;

  /// A method by itself, which holds nothing.
  @SuppressWarnings("ImmutableEnumChecker")
  private final UnaryOperator<Store> planting;

  enum Place {
    /// The store that all processes share.
    GROUND,
    /// The store as the runtime of one process has it: what goes wrong here is as if the runtime
    /// had done it.
    RUNTIME,
    /// Tools, rules and the clock, which look at the bug themselves.
    ELSEWHERE
  }

  /// @param law that it breaks, by which it is found
  Bug(String law, Place place, UnaryOperator<Store> planting) {
    this.law = law;
    this.place = place;
    this.planting = planting;
  }

  Bug(String law) {
    this(law, Place.ELSEWHERE, UnaryOperator.identity());
  }

  String law() {
    return law;
  }

  /// The store with this bug, if that is where it belongs.
  Store planted(Place where, Store inner) {
    return where == place ? planting.apply(inner) : inner;
  }
}
