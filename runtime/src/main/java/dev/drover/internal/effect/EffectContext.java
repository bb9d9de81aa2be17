package dev.drover.internal.effect;

import dev.drover.internal.agent.AgentSpec;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.quota.ProviderQuotas.QuotaAdmission;
import dev.drover.spi.model.Delta;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The context of an effect: its session and run, and the state at the moment it became due.
///
/// @param grants rules that people granted for always
/// @param deltas where deltas go
/// @param admission whether the provider may be called; null if the effect calls none
public record EffectContext(
    AgentSpec agent,
    SessionState state,
    List<String> grants,
    Delta.Sink deltas,
    EffectServices services,
    QuotaAdmission.@Nullable Final admission) {
  /// The labels of data that a call could pass on: those that its session has seen. A task also has
  /// the labels of its parents, and those of the conversation that it started from.
  public Set<Label> labels() {
    var own = state.profile().labels();
    if (!(state.profile().origin() instanceof SessionOrigin.Delegated)) {
      return Set.copyOf(own);
    }
    var all = EnumSet.noneOf(Label.class);
    all.addAll(own);
    all.addAll(services.labelsAbove());
    for (var message : state.conversation().messages()) {
      if (message instanceof Message.ToolResult result) {
        all.addAll(result.labels());
      }
    }
    return all;
  }
}
