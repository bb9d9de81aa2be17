package dev.drover.kernel;

/// Something that a child works on for this session.
///
/// @param run the run, or direct call, that started it
/// @param call the call that started it
/// @param limits of the run that begins when it has ended in the background
public record Task(
    SessionId child, RunId run, EffectId call, String agent, TaskMode mode, Limits limits) {
  /// How many a session has going at most.
  public static final int MOST = 32;
}
