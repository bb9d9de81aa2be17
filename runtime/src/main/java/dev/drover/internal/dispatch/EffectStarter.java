package dev.drover.internal.dispatch;

import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.dispatch.EffectScheduler.Start;
import dev.drover.internal.effect.EffectContext;
import dev.drover.internal.judge.GrantedRules;
import dev.drover.internal.model.ModelAttempts;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.SessionState;
import dev.drover.quota.ProviderQuotas.QuotaAdmission;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Creates the context of an effect and starts it, if it is time.
///
/// Belongs to the session's writer.
///
/// @param wake makes the writer start due effects again
/// @param epoch the lease epoch in which this process last appended to the session
public record EffectStarter(
    EffectOutputTargets outputs,
    AgentRegistry agents,
    ModelAttempts attempts,
    EffectPerformers performers,
    GrantedRules rules,
    SessionResources resources,
    EffectTimeLimits times,
    Runnable wake,
    LongSupplier epoch) {
  /// After this time it is checked again whether the tools of the user are known.
  private static final Duration TOOL_WAIT = Duration.ofMinutes(1);

  public Start start(Effect effect) {
    var state = Objects.requireNonNull(outputs.state().currentState(), "the session is not loaded");
    if (!agents.areToolsReady(state, wake)) {
      return new Start.NotBefore(times.now().plus(TOOL_WAIT));
    }
    var agent = Objects.requireNonNull(agents.of(state));
    return switch (effect) {
      case Effect.CallModel call ->
          switch (attempts.begin(call, agent.model(), agent.conduct().fallbacks())) {
            case QuotaAdmission.Held(var until) -> new Start.NotBefore(until);
            case QuotaAdmission.Final word -> begun(effect, agent, state, word);
          };
      case Effect.CallTool _, Effect.ProbeTool _, Effect.RunChecks _ ->
          begun(effect, agent, state, null);
      case Effect.AwaitAnswer(_, _, _, var until) -> waiting(effect, agent, state, until);
      case Effect.AskForNews news -> waiting(effect, agent, state, news.next());
      case Effect.AwaitDeferredCall(_, _, _, var until) -> waiting(effect, agent, state, until);
    };
  }

  /// After a wait, the only thing left to do is to report that its time is over.
  private Start waiting(
      Effect effect, AgentSpec agent, SessionState state, @Nullable Instant until) {
    return until == null || times.now().isBefore(until)
        ? new Start.NotBefore(until)
        : begun(effect, agent, state, null);
  }

  private Start begun(
      Effect effect, AgentSpec agent, SessionState now, QuotaAdmission.@Nullable Final admission) {
    var performance = new RunningEffect(effect, performers, new EffectOutput(outputs, effect));
    var lease = times.leaseSince(epoch.getAsLong());
    var judging = new DetachedEffectServices(outputs.id(), agent, resources);
    var services = new RunningEffectServices(outputs.writer(), performance, lease, judging);
    performance.set(new EffectContext(agent, now, rules.of(now), performance, services, admission));
    var call =
        switch (effect) {
          case Effect.CallTool made -> made.planned().call();
          case Effect.AskForNews news -> news.planned().call();
          case Effect.CallModel _,
              Effect.ProbeTool _,
              Effect.RunChecks _,
              Effect.AwaitAnswer _,
              Effect.AwaitDeferredCall _ ->
              null;
        };
    if (call != null) {
      agent
          .tools()
          .findForHost(call.tool())
          .ifPresent(entry -> times.limit(performance, entry.spec().timeout()));
    }
    outputs.writer().perform(performance);
    return new Start.Begun(performance);
  }
}
