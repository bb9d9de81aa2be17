package dev.drover.kernel;

import java.util.Optional;

/// Where a conversation goes on: in a new session, which begins with all that was said here. A tool
/// that answers with it ends the run it was called in.
///
/// @param successor the new session
/// @param run the first run there
/// @param agent whose session it is
/// @param words what that run is told
public record HandOff(SessionId successor, RunId run, String agent, String workspace, Text words)
    implements ToolAnswer {
  public HandOff {
    NullChecks.nonNull(successor, "HandOff.successor");
    NullChecks.nonNull(run, "HandOff.run");
    NullChecks.nonNull(agent, "HandOff.agent");
    NullChecks.nonNull(workspace, "HandOff.workspace");
    NullChecks.nonNull(words, "HandOff.words");
  }

  private static final int LONGEST = 62;

  private static final String GOES_ON = "The conversation goes on with ";

  /// What the model that handed on sees, and whoever goes on.
  Text told() {
    return Text.of(GOES_ON + agent);
  }

  /// The agent that goes on, if that is what a call was told.
  public static Optional<String> agentIn(Text told) {
    return told instanceof Text.Inline(var words) && words.startsWith(GOES_ON)
        ? Optional.of(words.substring(GOES_ON.length()))
        : Optional.empty();
  }

  /// The run in the successor in which a prompt goes on that was waiting here.
  public static RunId continuing(RunId waiting) {
    var name = waiting.value();
    return new RunId("h-" + name.substring(Math.max(0, name.length() - LONGEST)));
  }
}
