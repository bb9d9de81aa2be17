package dev.drover.internal.admit;

import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.handle.OpenHandle;
import dev.drover.internal.handle.SessionHandles;
import dev.drover.internal.handoff.SessionHandOff;
import dev.drover.internal.inbox.InputForwarder;
import dev.drover.internal.inbox.SessionMessages;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.run.RunCancellation;
import dev.drover.internal.run.RunHandles;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.time.Time;
import java.util.function.BiFunction;

/// The services that submit prompts.
///
/// @param opener resumes a session with its agent, for a prompt that goes to the successor
public record PromptServices(
    PromptAdmission admission,
    InputForwarder forwarding,
    RunHandles runs,
    SessionHandOff handOff,
    SessionHandles handles,
    BiFunction<SessionId, String, OpenHandle> opener,
    Time time) {
  AgentRegistry agents() {
    return admission.agents();
  }

  SessionMessages messages() {
    return admission.inputs().messages();
  }

  public StoredSessionQueries queries() {
    return admission.queries();
  }

  RunCancellation cancellation() {
    return runs.cancellation();
  }
}
