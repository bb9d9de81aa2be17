package dev.drover.internal.commit;

import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.redact.InputRedactor;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.machine.Decision;
import dev.drover.kernel.machine.Decision.Commit;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.RunState;
import dev.drover.kernel.machine.SessionMachine;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.Prompt.PromptRewrite;
import dev.drover.kernel.message.ToolAnswer.HandOff;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.WhenBusy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The first commit of a successor, which becomes durable together with the commit that hands the
/// conversation off. It forks the session, adds the message, and takes over the queued prompts.
///
/// Belongs to the session's writer.
public record SuccessorCommit(AgentRegistry agents, InputRedactor redactions) {
  /// @param before the state before the commit
  /// @return null if nothing is handed off
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
    var spec = Objects.requireNonNull(agents.find(to.agent()), "whoever goes on is known here");
    var answer = before.running().map(RunState::request).map(RunState.RunRequest::answer);
    var prompt =
        new Prompt(
            to.prompt(),
            List.of(),
            Prompt.History.OWN,
            answer.orElse(AnswerType.WORDS),
            null,
            PromptRewrite.NONE);
    var inputs = new ArrayList<Input>();
    inputs.add(new Input.Forked(to.successor(), source, to.agent(), to.workspace(), by));
    inputs.add(prompted(spec, to.run(), prompt));
    for (var queued : before.backlog().queue()) {
      inputs.add(prompted(spec, HandOff.continuationRun(queued.run()), queued.prompt()));
    }
    return inputs;
  }

  private static Input prompted(AgentSpec spec, RunId run, Prompt prompt) {
    return new Input.Prompted(run, prompt, spec.recipe(), spec.conduct().limits(), WhenBusy.QUEUE);
  }

  private Commit begin(SessionState before, SessionState handedOn, List<Input> inputs) {
    var entries = new ArrayList<RecordedEvent>();
    var state = handedOn;
    for (var input : inputs) {
      var at = state.position().at();
      switch (SessionMachine.decide(state, redactions.of(input), at)) {
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
