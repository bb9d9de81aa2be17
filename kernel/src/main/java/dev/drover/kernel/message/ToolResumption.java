package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.Text;

/// The answer to the last question of a call, for the tool that asked.
///
/// @param round how many questions of the call were answered, this one included
/// @param state of the question, unchanged
public record ToolResumption(int round, Text state, QuestionAnswer answer) {
  public ToolResumption {
    NullChecks.nonNull(state, "ToolResumption.state");
    NullChecks.nonNull(answer, "ToolResumption.answer");
    if (round < 1) {
      throw new IllegalArgumentException("ToolResumption.round: begins with 1, not " + round);
    }
  }
}
