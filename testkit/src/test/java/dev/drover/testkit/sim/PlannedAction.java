package dev.drover.testkit.sim;

import java.time.Duration;

/// One action of a user, at a time, through one of the processes.
///
/// @param process index of a live process, modulo their number
/// @param session index of a session, modulo their number
/// @param key of a prompt; 0 for none
record PlannedAction(Duration at, Kind kind, int process, int session, int key) {
  enum Kind {
    PROMPT,
    QUEUE,
    STEER,
    CANCEL,
    CANCEL_ONE,
    CANCEL_TASK,
    ANSWER,
    COMPLETE,
    CLEAR,
    COMPACT,
    FORK,
    HAND_OFF,
    CALL_TOOL,
    START_TASK,
    RUN_TASKS,
    CLOSE_SESSION,
    DISCONNECT,
    SET_BUDGETS,
    READ
  }
}
