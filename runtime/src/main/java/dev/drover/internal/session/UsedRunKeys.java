package dev.drover.internal.session;

import dev.drover.internal.commit.Projector;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.redact.InputRedactor;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.InvalidRequest.RunKeyConflict;
import dev.drover.spi.store.Catalog;
import org.jspecify.annotations.Nullable;

/// The keys of the prompts that a session has accepted. Belongs to the session's writer.
public record UsedRunKeys(SessionId session, Catalog catalog, InputRedactor redactions) {
  /// The reply to a prompt whose key was used before.
  ///
  /// @return null if it was not, or has none
  @Nullable WriterReply earlier(Input.Prompted input) {
    var key = input.prompt().key();
    var earlier = key == null ? null : catalog.run(session, key).orElse(null);
    if (key == null || earlier == null) {
      return null;
    }
    // Before the comparison: the journaled prompt contains no secrets either.
    var prompt = redactions.of(input.prompt());
    return earlier.digest().equals(Projector.digest(prompt))
        ? new WriterReply.Existing(earlier.run())
        : new WriterReply.Refused(new RunKeyConflict(key, earlier.run()));
  }
}
