package dev.drover.runtime.writer;

import dev.drover.kernel.Effect;
import dev.drover.runtime.perform.Stage;
import dev.drover.runtime.redact.RedactedDeltas;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.model.Delta;
import java.util.Objects;

/// Sets the stage for an effect and has it performed.
///
/// [#start] belongs to the session's writer, [#show] to the effect's thread.
record Stagehand(SessionWriter writer, Engine engine) {
  Performance start(Effect effect) {
    var now = Objects.requireNonNull(writer.known(), "the session is not loaded");
    var live = new RedactedDeltas(engine.redactor(), delta -> show(effect, delta));
    var performance =
        new Performance(
            effect,
            engine.performers(),
            (done, answer) -> {
              live.flush();
              writer.tell(new Letter.Answered(done, answer));
            });
    var agent = Objects.requireNonNull(engine.agent(now.profile().agent()));
    performance.start(
        new Stage(
            agent,
            now,
            engine.rules(now),
            delta -> {
              performance.heard(delta);
              live.accept(delta);
            },
            new CallDesk(writer, performance, agent, engine)));
    if (effect instanceof Effect.CallTool call) {
      engine.guard(performance, agent, call);
    }
    return performance;
  }

  private void show(Effect effect, Delta delta) {
    var now = writer.known();
    var session = writer.session();
    if (now != null && engine.feeds().isWatched(session)) {
      long after = now.position().seq();
      engine
          .feeds()
          .publish(
              session, new Notice.Shown(effect.run(), effect.id(), effect.attempt(), after, delta));
    }
  }
}
