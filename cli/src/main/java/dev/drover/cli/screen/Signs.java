package dev.drover.cli.screen;

/// The signs that say what kind a line is.
///
/// @param call before a tool call
/// @param again before what a new process does about work it took over
/// @param bar before each line of what a tool printed
/// @param more where something was left out
public record Signs(
    String call,
    String good,
    String bad,
    String again,
    String bar,
    String more,
    String dot,
    String arrow) {
  static final Signs FINE = new Signs("●", "✓", "✗", "↻", "│", "…", "·", "→");
  static final Signs PLAIN = new Signs("*", "+", "x", "@", "|", "...", "-", "->");
}
