package dev.drover.model.script;

import dev.drover.kernel.value.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// One reply of a scripted model.
///
/// @param reasoning empty for none
/// @param text empty for none
/// @param pause between two pieces of the stream
/// @param expect a regular expression that must match a part of the last message; empty for none
/// @param stop why the reply ends
public record ScriptTurn(
    String reasoning,
    String text,
    List<Call> calls,
    Usage usage,
    Duration pause,
    String expect,
    Stop stop) {
  private static final ScriptTurn SILENT =
      new ScriptTurn("", "", List.of(), Usage.NONE, Duration.ZERO, "", Stop.DONE);

  /// Why a reply ends.
  public enum Stop {
    /// The model is done, or requests its calls.
    DONE,
    /// The output limit truncates it.
    LENGTH,
    /// The model, or its provider, refuses to continue.
    REFUSED
  }

  public ScriptTurn {
    calls = List.copyOf(calls);
    if (pause.isNegative()) {
      throw new IllegalArgumentException("a pause is never negative: " + pause);
    }
    // Rejected here, not when the turn is played.
    Pattern.compile(expect);
  }

  /// @param arguments as JSON
  public record Call(String tool, String arguments) {}

  public static ScriptTurn say(String text) {
    return SILENT.withText(text);
  }

  /// @param arguments as JSON
  public static ScriptTurn call(String tool, String arguments) {
    return SILENT.withCall(tool, arguments);
  }

  public ScriptTurn withReasoning(String value) {
    return new ScriptTurn(value, text, calls, usage, pause, expect, stop);
  }

  public ScriptTurn withText(String value) {
    return new ScriptTurn(reasoning, value, calls, usage, pause, expect, stop);
  }

  /// @param arguments as JSON
  public ScriptTurn withCall(String tool, String arguments) {
    var more = new ArrayList<>(calls);
    more.add(new Call(tool, arguments));
    return new ScriptTurn(reasoning, text, more, usage, pause, expect, stop);
  }

  public ScriptTurn withUsage(Usage value) {
    return new ScriptTurn(reasoning, text, calls, value, pause, expect, stop);
  }

  public ScriptTurn withPause(Duration value) {
    return new ScriptTurn(reasoning, text, calls, usage, value, expect, stop);
  }

  public ScriptTurn withExpect(String value) {
    return new ScriptTurn(reasoning, text, calls, usage, pause, value, stop);
  }

  public ScriptTurn withStop(Stop value) {
    return new ScriptTurn(reasoning, text, calls, usage, pause, expect, value);
  }
}
