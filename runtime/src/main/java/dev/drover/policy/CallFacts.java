package dev.drover.policy;

import dev.drover.kernel.value.Label;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.DataFlow;
import dev.drover.spi.tool.ToolIsolation;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The facts about one call that a policy needs.
///
/// @param subjects what the call is about; empty if the tool does not declare it
/// @param escalation why the tool itself requires an approval; null if it does not
/// @param seen the labels of the data that the session has read so far
public record CallFacts(
    String tool,
    List<CallSubject> subjects,
    @Nullable String escalation,
    ToolIsolation protection,
    DataFlow flow,
    Set<Label> seen) {
  public CallFacts {
    subjects = List.copyOf(subjects);
    seen = Set.copyOf(seen);
  }

  /// A call of a tool without outside effects, in a session that has read no labelled data.
  public static CallFacts of(String tool, CallSubject... subjects) {
    return new CallFacts(
        tool, List.of(subjects), null, ToolIsolation.NOT_NEEDED, DataFlow.INSIDE, Set.of());
  }
}
