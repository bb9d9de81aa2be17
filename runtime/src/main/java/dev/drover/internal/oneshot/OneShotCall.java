package dev.drover.internal.oneshot;

import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.dispatch.ModelAccess;
import dev.drover.internal.effect.EffectContext;
import dev.drover.internal.model.OneShotPerformer.Outcome;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure.Retry.Throttled;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.problem.AnswerMissing.OneShotFailed;
import dev.drover.quota.ProviderQuotas.QuotaAdmission;
import dev.drover.spi.model.ModelRequest;
import java.time.Instant;
import java.util.List;

/// A one-shot completion, on the thread of its caller. The model is called as in a run: with quota,
/// budget and retries. The caller then submits the usage to the session.
///
/// It is not in the journal before it has ended: it has no effects outside, and after a crash no
/// caller waits for it. Its reservation has its own name, so that it is separate from the
/// reservations of runs.
///
/// @param call the id of the completion
/// @param agent with the model that is called
/// @param state of the session
/// @param budgets that apply to it
public record OneShotCall(
    ModelAccess models, RunId call, AgentSpec agent, SessionState state, BudgetSet budgets) {
  /// The only effect under its id.
  private static final EffectId EFFECT = new EffectId(1);

  /// @throws OneShotFailed if the model does not answer, or a budget refuses the call
  public ModelReply call(String instructions, String prompt) throws InterruptedException {
    try {
      var effect = attempt(1, 0, Instant.EPOCH);
      while (true) {
        switch (models.attempts().begin(effect, agent.model())) {
          case QuotaAdmission.Held(var until) -> models.time().sleepUntil(until);
          case QuotaAdmission.Final word -> {
            var request = request(effect, instructions, prompt);
            switch (models.inquirer().ask(effect, stage(word), request, budgets)) {
              case Outcome.Answered(var reply) -> {
                return reply;
              }
              case Outcome.Broke(var broke) -> effect = again(effect, broke);
            }
          }
        }
      }
    } finally {
      models.attempts().release(call);
    }
  }

  /// Releases its reservation: its usage is counted, or will never be known.
  public void settle() {
    if (budgets.account() != null) {
      models.inquirer().giveBack(holder(call), EFFECT);
    }
  }

  /// The name of its reservation.
  public static SessionId holder(RunId call) {
    return new SessionId(call.value());
  }

  private Effect.CallModel attempt(int attempt, int hits, Instant notBefore) {
    return new Effect.CallModel(call, EFFECT, attempt, hits, notBefore, Effect.Offer.NO_TOOLS);
  }

  private Effect.CallModel again(Effect.CallModel effect, Input.ModelCallFailed broke) {
    var retryAt = broke.retryAt();
    if (retryAt == null) {
      throw new OneShotFailed(broke.failure().problem());
    }
    boolean throttled = broke.failure().retry() instanceof Throttled;
    return attempt(effect.attempt() + 1, effect.hits() + (throttled ? 1 : 0), retryAt);
  }

  private ModelRequest request(Effect.CallModel effect, String instructions, String prompt) {
    return new ModelRequest(
        agent.name(),
        instructions,
        List.of(),
        List.of(new Message.User(Text.of(prompt))),
        effect.attempt(),
        AnswerType.WORDS,
        models.texts());
  }

  private EffectContext stage(QuotaAdmission.Final admission) {
    return new EffectContext(
        agent, state, List.of(), _ -> {}, models.services(state, agent), admission);
  }
}
