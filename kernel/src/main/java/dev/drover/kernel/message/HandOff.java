package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import java.util.Optional;

/// The continuation of a conversation in a new session, which begins with all earlier messages. A
/// tool that returns it ends its run.
///
/// @param successor the new session
/// @param run the first run there
/// @param agent of the new session
/// @param prompt of that run
public record HandOff(SessionId successor, RunId run, String agent, String workspace, Text prompt)
    implements ToolAnswer {
  public HandOff {
    NullChecks.nonNull(successor, "HandOff.successor");
    NullChecks.nonNull(run, "HandOff.run");
    NullChecks.nonNull(agent, "HandOff.agent");
    NullChecks.nonNull(workspace, "HandOff.workspace");
    NullChecks.nonNull(prompt, "HandOff.prompt");
  }

  private static final int LONGEST = 62;

  private static final String GOES_ON = "The conversation goes on with ";

  /// The message that both models see, before and after the hand-off.
  public Text message() {
    return Text.of(GOES_ON + agent);
  }

  /// The agent that continues, if this text is the message of a hand-off.
  public static Optional<String> agentIn(Text told) {
    return told instanceof Text.Inline(var words) && words.startsWith(GOES_ON)
        ? Optional.of(words.substring(GOES_ON.length()))
        : Optional.empty();
  }

  /// The run in the successor that continues a prompt that was queued here.
  public static RunId continuationRun(RunId waiting) {
    var name = waiting.value();
    return new RunId("h-" + name.substring(Math.max(0, name.length() - LONGEST)));
  }
}
