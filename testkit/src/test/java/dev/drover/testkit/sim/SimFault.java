package dev.drover.testkit.sim;

/// A fault that occurs once.
///
/// @param at the number of the append, put, read, reservation or step, counted from 1
record SimFault(Kind kind, int at) {
  enum Kind {
    /// The store cannot be reached, and nothing was written.
    FAIL_APPEND,
    /// It was written, and the confirmation is lost.
    LOSE_APPEND,
    KILL_BEFORE_APPEND,
    KILL_AFTER_APPEND,
    /// Like FAIL_APPEND, for longer than the writer retries.
    OUTAGE,
    FAIL_PUT,
    LOSE_PUT,
    FAIL_RESERVE,
    LOSE_RESERVE,
    FAIL_READ,
    /// A scan for sessions to take over fails.
    FAIL_LOOK,
    /// A random process, at any point.
    KILL_AT_STEP,
    /// A process stalls for longer than its lease, and then continues.
    STALL_AT_STEP
  }
}
