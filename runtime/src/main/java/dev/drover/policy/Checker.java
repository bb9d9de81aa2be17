package dev.drover.policy;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.Label;
import dev.drover.spi.tool.AgentTool.DataFlow;
import dev.drover.spi.tool.AgentTool.ToolIsolation;
import dev.drover.spi.tool.CallSubject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A rule of the host, written in Java. It is asked about every call before the rules of the
/// policy, and can only be stricter.
///
/// A session records the name of its checker, and is not driven without a checker of that name.
/// Must be safe for use by many threads; a checker that throws denies the call.
public interface Checker {
  /// A name that must not change.
  String name();

  /// @return empty if there is no objection
  Optional<Objection> check(CallFacts call);

  /// @param why shown to the model, or to the person who is asked
  record Objection(Demand demand, String why) {
    public Objection {
      NullChecks.nonNull(demand, "Objection.demand");
      NullChecks.nonNull(why, "Objection.why");
    }
  }

  /// What happens to a call with an objection.
  enum Demand {
    ASK,
    DENY
  }

  /// The facts about one call that a policy needs.
  ///
  /// @param subjects what the call is about; empty if the tool does not declare it
  /// @param escalation why the tool itself requires an approval; null if it does not
  /// @param seen the labels of the data that the session has read so far
  record CallFacts(
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
}
