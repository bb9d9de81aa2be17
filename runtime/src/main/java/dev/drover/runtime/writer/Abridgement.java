package dev.drover.runtime.writer;

import dev.drover.kernel.Budgeting;
import dev.drover.kernel.Effect;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Failure.Retry.Throttled;
import dev.drover.kernel.Fallback;
import dev.drover.kernel.Input;
import dev.drover.kernel.Replacement;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionState;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.perform.Stage;
import dev.drover.runtime.problem.CompactionFailed;
import dev.drover.runtime.quota.Admission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The conversation of a session in which no run is going, summed up on the thread of whoever wants
/// it. The model is asked as in a run: throttled, paid for, again if it breaks, and another one
/// instead if it has failed for good. What comes of it is said to the session afterwards, by
/// whoever asked.
///
/// @param state that it is about
public record Abridgement(Engine engine, AgentSpec agent, SessionState state) {
  /// Whose turn it is to sum up.
  ///
  /// @param agent at the model that is asked
  /// @param state at its price
  /// @param before those that were given up
  private record Turn(AgentSpec agent, SessionState state, List<Replacement> before) {
    Turn after(Failure failure, Fallback next) {
      var all = new ArrayList<>(before);
      all.add(new Replacement(failure, next));
      return new Turn(agent.at(next.model()), Budgeting.replaced(state, next), all);
    }

    Input.@Nullable CompactionGiven signed(Input.@Nullable CompactionGiven given) {
      return given == null || before.isEmpty()
          ? given
          : new Input.CompactionGiven(given.effect(), given.outcome().madeAfter(before));
    }
  }

  /// @param by who wants it
  /// @param focus what is to be looked after above all; may be empty
  /// @return null if there is nothing to do
  /// @throws CompactionFailed if no model sums it up
  public Input.@Nullable CompactionGiven make(String by, String focus) throws InterruptedException {
    var call = new RunId(engine.time().freshId("c-"));
    try {
      var turn = new Turn(agent, state, List.of());
      var effect = attempt(call, 1, 0, Instant.EPOCH);
      while (true) {
        switch (admission(effect, turn.agent())) {
          case Admission.Held(var until) -> engine.time().sleepUntil(until);
          case Admission.Final word -> {
            var stage = stage(turn, word);
            var answer = engine.performers().abridge(effect, stage, agent.model(), by, focus);
            if (!(answer instanceof Input.ModelBroke broke)) {
              return turn.signed((Input.CompactionGiven) answer);
            }
            var next = broke.fallback();
            turn = next == null ? turn : turn.after(broke.failure(), next);
            effect = next == null ? again(effect, broke) : attempt(call, 1, 0, Instant.EPOCH);
          }
        }
      }
    } finally {
      engine.quotas().release(call);
    }
  }

  private Admission admission(Effect.CallModel effect, AgentSpec asked) {
    return engine.attempts().begin(effect, asked.model(), asked.conduct().fallbacks());
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

  private Stage stage(Turn turn, Admission.Final admission) {
    var session = Objects.requireNonNull(state.profile().session());
    var desk = new JudgeDesk(session, turn.agent(), engine, new LeaseCheck(engine.presence()));
    return new Stage(turn.agent(), turn.state(), engine.rules(state), _ -> {}, desk, admission);
  }
}
