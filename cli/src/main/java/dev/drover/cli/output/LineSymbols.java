package dev.drover.cli.output;

/// The symbols that mark the kind of a line.
///
/// @param call before a tool call
/// @param again before actions of a new process for work it took over
/// @param bar before each line of a tool's output
/// @param more where text was omitted
public record LineSymbols(
    String call,
    String good,
    String bad,
    String again,
    String bar,
    String more,
    String dot,
    String arrow) {
  static final LineSymbols FINE = new LineSymbols("●", "✓", "✗", "↻", "│", "…", "·", "→");
  static final LineSymbols PLAIN = new LineSymbols("*", "+", "x", "@", "|", "...", "-", "->");
}
