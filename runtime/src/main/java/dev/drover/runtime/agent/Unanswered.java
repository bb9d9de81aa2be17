package dev.drover.runtime.agent;

/// What becomes of a call that a person must be asked about.
public enum Unanswered {
  PARKED,
  DENIED
}
