package dev.drover.runtime.perform;

import dev.drover.kernel.Label;
import dev.drover.kernel.Message;
import dev.drover.kernel.Origin;
import dev.drover.kernel.SessionState;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.quota.Admission;
import dev.drover.spi.model.DeltaSink;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What an effect is performed on: whose it is, and the state at the moment it fell due.
///
/// @param grants rules that people added for always
/// @param deltas where fragments go
/// @param admission whether the provider may be asked; null if the effect asks none
public record Stage(
    AgentSpec agent,
    SessionState state,
    List<String> grants,
    DeltaSink deltas,
    Desk desk,
    Admission.@Nullable Final admission) {
  /// What kinds of data a call could pass on: those that its session has seen. Whoever works for
  /// others may have been told what they know, and may have started from what was said elsewhere.
  Set<Label> labels() {
    var own = state.profile().labels();
    if (!(state.profile().origin() instanceof Origin.Delegated)) {
      return Set.copyOf(own);
    }
    var all = EnumSet.noneOf(Label.class);
    all.addAll(own);
    all.addAll(desk.labelsAbove());
    for (var message : state.conversation().messages()) {
      if (message instanceof Message.ToolResult result) {
        all.addAll(result.labels());
      }
    }
    return all;
  }
}
