package dev.drover.runtime.writer;

import dev.drover.kernel.Effect;
import dev.drover.kernel.SessionState;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.perform.Stage;
import dev.drover.runtime.quota.Admission;
import dev.drover.runtime.writer.Effects.Start;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Sets the stage for an effect and has it performed, if it is time.
///
/// Belongs to the session's writer.
record Stagehand(SessionWriter writer, Engine engine, Refunds refunds) {
  Start start(Effect effect) {
    var state = Objects.requireNonNull(writer.known(), "the session is not loaded");
    var agent = Objects.requireNonNull(engine.agents().of(state));
    return switch (effect) {
      case Effect.CallModel call ->
          switch (engine.attempts().begin(call, agent.model(), agent.conduct().fallbacks())) {
            case Admission.Held(var until) -> new Start.NotBefore(until);
            case Admission.Final word -> begun(effect, agent, state, word);
          };
      case Effect.CallTool _, Effect.ProbeTool _ -> begun(effect, agent, state, null);
      case Effect.AwaitAnswer(_, _, _, var until) -> waiting(effect, agent, state, until);
      case Effect.AwaitCompletion(_, _, _, var until) -> waiting(effect, agent, state, until);
    };
  }

  /// What is left to do of a wait is to say that it is too late.
  private Start waiting(
      Effect effect, AgentSpec agent, SessionState state, @Nullable Instant until) {
    return until == null || engine.time().now().isBefore(until)
        ? new Start.NotBefore(until)
        : begun(effect, agent, state, null);
  }

  private Start begun(
      Effect effect, AgentSpec agent, SessionState now, Admission.@Nullable Final admission) {
    var audience = new Audience(writer, engine, effect, refunds);
    var performance = new Performance(effect, engine.performers(), audience);
    performance.set(
        new Stage(
            agent,
            now,
            engine.rules(now),
            performance,
            new CallDesk(writer, performance, agent, engine),
            admission));
    if (effect instanceof Effect.CallTool call) {
      engine.guard(performance, agent, call);
    }
    writer.mail().carryOut(performance);
    return new Start.Begun(performance);
  }
}
