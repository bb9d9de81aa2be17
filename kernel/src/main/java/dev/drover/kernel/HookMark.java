package dev.drover.kernel;

/// What one hook of the host did to a prompt or to a call, before anybody else saw it.
///
/// @param hook its name
/// @param why in its own words; may be empty
public record HookMark(String hook, Deed deed, String why) {
  /// What a hook can do. One that lets a thing pass leaves no mark.
  public enum Deed {
    REWROTE,
    DENIED
  }
}
