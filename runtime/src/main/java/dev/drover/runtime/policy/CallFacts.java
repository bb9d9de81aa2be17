package dev.drover.runtime.policy;

import dev.drover.kernel.Label;
import dev.drover.spi.tool.DataFlow;
import dev.drover.spi.tool.Protection;
import dev.drover.spi.tool.Subject;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// All that a policy needs to know about one call.
///
/// @param subjects what it is about; empty if the tool does not say
/// @param escalation why the tool itself wants a person to be asked; null if it does not
/// @param seen the labels of what the session has read so far
public record CallFacts(
    String tool,
    List<Subject> subjects,
    @Nullable String escalation,
    Protection protection,
    DataFlow flow,
    Set<Label> seen) {
  public CallFacts {
    subjects = List.copyOf(subjects);
    seen = Set.copyOf(seen);
  }

  /// A call of a tool that keeps to itself, in a session that has seen nothing.
  public static CallFacts of(String tool, Subject... subjects) {
    return new CallFacts(
        tool, List.of(subjects), null, Protection.NOT_NEEDED, DataFlow.INSIDE, Set.of());
  }
}
