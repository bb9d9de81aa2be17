package dev.drover.query;

import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Usage;
import java.util.List;

/// The course of a run: its prompt, the model's texts and calls turn by turn, and its end.
///
/// @param model the model that replied; empty if it is no longer stored
/// @param prompt empty if it is no longer stored
/// @param turns as far as they are stored, oldest first
/// @param answer the answer, or why the run ended; empty while it is in progress
/// @param usage zero while the run is in progress
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
  public record Turn(String said, List<CallOutline> calls) {
    public Turn {
      calls = List.copyOf(calls);
    }
  }

  /// One tool call.
  ///
  /// @param arguments as they were used, in JSON
  /// @param outcome how it ended, with its text; empty while it is in progress
  public record CallOutline(String tool, String arguments, String outcome) {}
}
