package dev.drover.testkit.sim;

/// Something that goes wrong once.
///
/// @param at which of what it is about, counted from 1: append, put, read, reservation or step
record Fault(Kind kind, int at) {
  enum Kind {
    /// The store cannot be reached, and nothing was written.
    FAIL_APPEND,
    /// It was written, and nobody hears of it.
    LOSE_APPEND,
    KILL_BEFORE_APPEND,
    KILL_AFTER_APPEND,
    /// As the first, for so long that whoever tries again gives up.
    OUTAGE,
    FAIL_PUT,
    LOSE_PUT,
    FAIL_RESERVE,
    LOSE_RESERVE,
    FAIL_READ,
    /// A look for what nobody drives fails.
    FAIL_LOOK,
    /// Whichever process is drawn, wherever it is.
    KILL_AT_STEP,
    /// A process stands still for longer than its lease, and goes on as if nothing had been.
    STALL_AT_STEP
  }
}
