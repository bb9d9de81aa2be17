package dev.drover.internal.agent;

/// What happens to a call that needs an approval.
public enum UnansweredAction {
  PARKED,
  DENIED
}
