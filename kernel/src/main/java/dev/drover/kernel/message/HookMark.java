package dev.drover.kernel.message;

/// The action of one hook of the host on a prompt or a call, before anything else saw it.
///
/// @param hook its name
/// @param why in its own words; may be empty
public record HookMark(String hook, Action action, String why) {
  /// The possible actions. A hook that changes nothing leaves no mark.
  public enum Action {
    REWROTE,
    DENIED
  }
}
