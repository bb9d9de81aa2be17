package dev.drover.testkit.sim;

import java.time.Duration;

/// Something that somebody outside does, at a time, through one of the processes.
///
/// @param process which of those that are there, counted round
/// @param session which of the sessions, counted round
/// @param key of a prompt; 0 for none
record Deed(Duration at, Kind kind, int process, int session, int key) {
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
