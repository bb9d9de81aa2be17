package dev.drover.internal.dispatch;

import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.effect.EffectContext;
import dev.drover.internal.judge.CallOversight;
import dev.drover.internal.judge.GrantedRules;
import dev.drover.internal.tool.DirectCallJudge;
import dev.drover.kernel.machine.JudgedCall;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.ToolCall;
import java.util.Objects;

/// Judges direct calls of the host.
public record HostCallJudge(DirectCallJudge judge, GrantedRules rules, SessionResources resources) {
  /// @throws InterruptedException if this thread was interrupted during a hook
  public JudgedCall judge(
      AgentSpec agent, SessionState state, ToolCall call, CallOversight oversight)
      throws InterruptedException {
    var session = Objects.requireNonNull(state.profile().session());
    var services = new DetachedEffectServices(session, agent, resources);
    var stage = new EffectContext(agent, state, rules.of(state), _ -> {}, services, null);
    return switch (oversight) {
      case HOST -> judge.admit(stage, call);
      case POLICY -> judge.judge(stage, call);
    };
  }
}
