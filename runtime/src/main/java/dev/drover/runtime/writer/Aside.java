package dev.drover.runtime.writer;

import dev.drover.kernel.AnswerType;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Effect;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Failure.Retry.Throttled;
import dev.drover.kernel.Input;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Text;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.perform.Inquirer.Outcome;
import dev.drover.runtime.perform.Stage;
import dev.drover.runtime.problem.CompletionFailed;
import dev.drover.runtime.quota.Admission;
import dev.drover.spi.model.ModelRequest;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/// A question to a model beside the conversation, on the thread of whoever asks it. The model is
/// asked as in a run: throttled, paid for, and again if it breaks. What it used is said to the
/// session afterwards, by whoever asked.
///
/// It has no effect in the journal before it has ended: it does nothing to the world, and after a
/// crash nobody is there who waits for it. What was set aside for it has a name of its own, so that
/// it stands beside what a run has set aside.
///
/// @param call the name of the question
/// @param agent with the model that is asked
/// @param state of the session
/// @param budgets that it is under
public record Aside(
    Engine engine, RunId call, AgentSpec agent, SessionState state, Budgets budgets) {
  /// The only one under its name.
  private static final EffectId EFFECT = new EffectId(1);

  /// @throws CompletionFailed if the model does not answer, or nobody pays for it
  public ModelReply make(String instructions, String prompt) throws InterruptedException {
    try {
      var effect = attempt(1, 0, Instant.EPOCH);
      while (true) {
        switch (engine.attempts().begin(effect, agent.model())) {
          case Admission.Held(var until) -> engine.time().sleepUntil(until);
          case Admission.Final word -> {
            var request = request(effect, instructions, prompt);
            switch (engine.inquirer().ask(effect, stage(word), request, budgets)) {
              case Outcome.Answered(var reply) -> {
                return reply;
              }
              case Outcome.Broke(var broke) -> effect = again(effect, broke);
            }
          }
        }
      }
    } finally {
      engine.quotas().release(call);
    }
  }

  /// What it used is counted, or nobody will say what it was: nothing is set aside for it any more.
  public void settle() {
    if (budgets.account() != null) {
      engine.treasury().giveBack(holder(call), EFFECT);
    }
  }

  /// Under which name something is set aside for it.
  public static SessionId holder(RunId call) {
    return new SessionId(call.value());
  }

  private Effect.CallModel attempt(int attempt, int hits, Instant notBefore) {
    return new Effect.CallModel(call, EFFECT, attempt, hits, notBefore, Effect.Offer.NO_TOOLS);
  }

  private Effect.CallModel again(Effect.CallModel effect, Input.ModelBroke broke) {
    var retryAt = broke.retryAt();
    if (retryAt == null) {
      throw new CompletionFailed(broke.failure().problem());
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
        engine.texts());
  }

  private Stage stage(Admission.Final admission) {
    var session = Objects.requireNonNull(state.profile().session());
    var desk = new JudgeDesk(session, agent, engine, new LeaseCheck(engine.presence()));
    return new Stage(agent, state, List.of(), _ -> {}, desk, admission);
  }
}
