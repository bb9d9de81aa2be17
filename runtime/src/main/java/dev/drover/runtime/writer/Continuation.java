package dev.drover.runtime.writer;

import dev.drover.kernel.AnswerType;
import dev.drover.kernel.Decision;
import dev.drover.kernel.Decision.Commit;
import dev.drover.kernel.Event;
import dev.drover.kernel.HandOff;
import dev.drover.kernel.Input;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.Rewording;
import dev.drover.kernel.RunFrame;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionMachine;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.agent.AgentSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How a conversation goes on that is handed on: the first commit of the successor, which becomes
/// durable with the one that hands it on. It forks the session there, is told what to do, and gets
/// the prompts that were waiting.
///
/// Belongs to the session's writer.
record Continuation(Engine engine) {
  /// @param before the state that the commit found
  /// @return null if nothing is handed on
  @Nullable Commit of(SessionState before, Commit commit) {
    var entries = commit.entries();
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).event() instanceof Event.SessionHandedOff(var to, var by)) {
        return begin(before, commit.next(), inputs(before, to, by));
      }
    }
    return null;
  }

  private List<Input> inputs(SessionState before, HandOff to, String by) {
    var source = Objects.requireNonNull(before.profile().session());
    var spec = Objects.requireNonNull(engine.agent(to.agent()), "whoever goes on is known here");
    var answer = before.running().map(RunFrame::brief).map(RunFrame.Brief::answer);
    var prompt =
        new Prompt(
            to.words(),
            List.of(),
            Prompt.History.OWN,
            answer.orElse(AnswerType.WORDS),
            null,
            Rewording.NONE);
    var inputs = new ArrayList<Input>();
    inputs.add(new Input.Forked(to.successor(), source, to.agent(), to.workspace(), by));
    inputs.add(prompted(spec, to.run(), prompt));
    for (var queued : before.backlog().queue()) {
      inputs.add(prompted(spec, HandOff.continuing(queued.run()), queued.prompt()));
    }
    return inputs;
  }

  private static Input prompted(AgentSpec spec, RunId run, Prompt prompt) {
    return new Input.Prompted(run, prompt, spec.recipe(), spec.conduct().limits(), WhenBusy.QUEUE);
  }

  private Commit begin(SessionState before, SessionState handedOn, List<Input> inputs) {
    var entries = new ArrayList<Recorded>();
    var state = handedOn;
    for (var input : inputs) {
      var at = state.position().at();
      switch (SessionMachine.decide(state, engine.redactions().of(input), at)) {
        case Commit next -> {
          entries.addAll(next.entries());
          state = next.next();
        }
        case Decision.Ignore(_, var detail) ->
            throw new IllegalStateException(
                "session %s cannot be continued: %s".formatted(before.profile().session(), detail));
      }
    }
    return new Commit(entries, state);
  }
}
