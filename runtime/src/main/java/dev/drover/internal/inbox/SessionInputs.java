package dev.drover.internal.inbox;

import dev.drover.internal.concurrent.PendingResult;
import dev.drover.internal.concurrent.RuntimeState;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.value.SessionId;

/// Submits inputs to sessions and waits for the reply. Safe for use by any thread.
public record SessionInputs(SessionMessages messages, RuntimeState runtime) {
  /// @throws dev.drover.problem.SessionUnavailable.RuntimeClosed if the runtime is closed
  public WriterReply submit(SessionId session, Input input) {
    runtime.requireOpen();
    var reply = new PendingResult<WriterReply>();
    messages.submit(session, new WriterMessage.SubmitInput(input, reply));
    return reply.awaitUninterruptibly();
  }
}
