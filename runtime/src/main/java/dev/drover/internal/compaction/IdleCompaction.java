package dev.drover.internal.compaction;

import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.dispatch.ModelAccess;
import dev.drover.internal.effect.EffectContext;
import dev.drover.kernel.budget.ModelReplacement;
import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.machine.BudgetRules;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Failure.Retry.Throttled;
import dev.drover.kernel.value.RunId;
import dev.drover.problem.RequestRefused.CompactionFailed;
import dev.drover.quota.ProviderQuotas.QuotaAdmission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Summarizes the conversation of a session without a run, on the thread of the caller. The model
/// is called as in a run: with quota, budget, retries and fallbacks. The caller then submits the
/// result to the session.
///
/// @param state of the session to compact
public record IdleCompaction(ModelAccess models, AgentSpec agent, SessionState state) {
  /// One attempt to summarize.
  ///
  /// @param agent with the model that is called
  /// @param state with the price of that model
  /// @param before the models that were given up
  private record Turn(AgentSpec agent, SessionState state, List<ModelReplacement> before) {
    Turn after(Failure failure, FallbackModel next) {
      var all = new ArrayList<>(before);
      all.add(new ModelReplacement(failure, next));
      return new Turn(agent.at(next.model()), BudgetRules.replaced(state, next), all);
    }

    Input.@Nullable CompactionGiven signed(Input.@Nullable CompactionGiven given) {
      return given == null || before.isEmpty()
          ? given
          : new Input.CompactionGiven(given.effect(), given.outcome().withReplacements(before));
    }
  }

  /// @param by the person or program that requests it
  /// @param focus what the summary must keep with priority; may be empty
  /// @return null if there is nothing to do
  /// @throws CompactionFailed if no model returns a summary
  public Input.@Nullable CompactionGiven compact(String by, String focus)
      throws InterruptedException {
    var call = new RunId(models.time().freshId("c-"));
    try {
      var turn = new Turn(agent, state, List.of());
      var effect = attempt(call, 1, 0, Instant.EPOCH);
      while (true) {
        switch (admission(effect, turn.agent())) {
          case QuotaAdmission.Held(var until) -> models.time().sleepUntil(until);
          case QuotaAdmission.Final word -> {
            var stage = stage(turn, word);
            var answer = models.performers().compact(effect, stage, agent.model(), by, focus);
            if (!(answer instanceof Input.ModelCallFailed broke)) {
              return turn.signed((Input.CompactionGiven) answer);
            }
            var next = broke.fallback();
            turn = next == null ? turn : turn.after(broke.failure(), next);
            effect = next == null ? again(effect, broke) : attempt(call, 1, 0, Instant.EPOCH);
          }
        }
      }
    } finally {
      models.attempts().release(call);
    }
  }

  private QuotaAdmission admission(Effect.CallModel effect, AgentSpec asked) {
    return models.attempts().begin(effect, asked.model(), asked.conduct().fallbacks());
  }

  private Effect.CallModel attempt(RunId call, int attempt, int hits, Instant notBefore) {
    var name = state.position().nextEffect();
    return new Effect.CallModel(call, name, attempt, hits, notBefore, Effect.Offer.NO_TOOLS);
  }

  private Effect.CallModel again(Effect.CallModel effect, Input.ModelCallFailed broke) {
    var retryAt = broke.retryAt();
    if (retryAt == null) {
      throw new CompactionFailed(broke.failure().problem());
    }
    boolean throttled = broke.failure().retry() instanceof Throttled;
    int hits = effect.hits() + (throttled ? 1 : 0);
    return attempt(effect.run(), effect.attempt() + 1, hits, retryAt);
  }

  private EffectContext stage(Turn turn, QuotaAdmission.Final admission) {
    var services = models.services(state, turn.agent());
    return new EffectContext(
        turn.agent(), turn.state(), models.rules().of(state), _ -> {}, services, admission);
  }
}
