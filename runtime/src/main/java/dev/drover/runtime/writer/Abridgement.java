package dev.drover.runtime.writer;

import dev.drover.kernel.Effect;
import dev.drover.kernel.Failure.Retry.Throttled;
import dev.drover.kernel.Input;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionState;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.perform.Stage;
import dev.drover.runtime.problem.CompactionFailed;
import dev.drover.runtime.quota.Admission;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The conversation of a session in which no run is going, summed up on the thread of whoever wants
/// it. The model is asked as in a run: throttled, paid for, and again if it breaks. What comes of
/// it is said to the session afterwards, by whoever asked.
///
/// @param state that it is about
public record Abridgement(Engine engine, AgentSpec agent, SessionState state) {
  /// @param by who wants it
  /// @param focus what is to be looked after above all; may be empty
  /// @return null if there is nothing to do
  /// @throws CompactionFailed if the model does not sum it up
  public Input.@Nullable CompactionGiven make(String by, String focus) throws InterruptedException {
    var call = new RunId(engine.time().freshId("c-"));
    try {
      var effect = attempt(call, 1, 0, Instant.EPOCH);
      while (true) {
        switch (engine.attempts().begin(effect, agent.model().account())) {
          case Admission.Held(var until) -> engine.time().sleepUntil(until);
          case Admission.Final word -> {
            var answer = engine.performers().abridge(effect, stage(word), by, focus);
            if (!(answer instanceof Input.ModelBroke broke)) {
              return (Input.CompactionGiven) answer;
            }
            effect = again(effect, broke);
          }
        }
      }
    } finally {
      engine.quotas().release(call);
    }
  }

  private Effect.CallModel attempt(RunId call, int attempt, int hits, Instant notBefore) {
    var name = state.position().nextEffect();
    return new Effect.CallModel(call, name, attempt, hits, notBefore, Effect.Offer.NO_TOOLS);
  }

  private Effect.CallModel again(Effect.CallModel effect, Input.ModelBroke broke) {
    var retryAt = broke.retryAt();
    if (retryAt == null) {
      throw new CompactionFailed(broke.failure().problem());
    }
    boolean throttled = broke.failure().retry() instanceof Throttled;
    int hits = effect.hits() + (throttled ? 1 : 0);
    return attempt(effect.run(), effect.attempt() + 1, hits, retryAt);
  }

  private Stage stage(Admission.Final admission) {
    var session = Objects.requireNonNull(state.profile().session());
    var desk = new JudgeDesk(session, agent, engine);
    return new Stage(agent, state, engine.rules(state), _ -> {}, desk, admission);
  }
}
