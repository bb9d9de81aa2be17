package dev.drover.runtime;

import dev.drover.kernel.RunId;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Usage;
import java.util.List;

/// A run as it went: what it was asked, what its model said and did turn by turn, how it ended.
///
/// @param model that answered; empty if that is not kept any more
/// @param prompt empty if it is not kept any more
/// @param turns as far as they are kept, oldest first
/// @param answer what it came to, or why it ended; empty while it has not
/// @param usage nothing while it has not ended
public record RunOutline(
    RunId run,
    SessionId session,
    RunStatus status,
    String model,
    String prompt,
    List<Turn> turns,
    String answer,
    Usage usage) {
  public RunOutline {
    turns = List.copyOf(turns);
  }

  /// One model call and the tool calls it asked for.
  public record Turn(String said, List<Made> calls) {
    public Turn {
      calls = List.copyOf(calls);
    }
  }

  /// One tool call.
  ///
  /// @param arguments as they were used, in JSON
  /// @param outcome how it ended, with its text; empty while it has not
  public record Made(String tool, String arguments, String outcome) {}
}
