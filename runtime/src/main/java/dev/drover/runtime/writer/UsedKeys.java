package dev.drover.runtime.writer;

import dev.drover.kernel.Input;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.problem.RunKeyConflict;
import org.jspecify.annotations.Nullable;

/// The keys of the messages that a session has taken. Belongs to the session's writer.
record UsedKeys(SessionId session, Engine engine) {
  /// What is said to a prompt whose key was used before.
  ///
  /// @return null if it was not, or has none
  @Nullable Reply earlier(Input.Prompted input) {
    var key = input.prompt().key();
    var earlier = key == null ? null : engine.catalog().run(session, key).orElse(null);
    if (key == null || earlier == null) {
      return null;
    }
    // Before it is compared: what was journaled under its key has no secrets in it either.
    var prompt = engine.redactions().of(input.prompt());
    return earlier.digest().equals(Projector.digest(prompt))
        ? new Reply.Existing(earlier.run())
        : new Reply.Refused(new RunKeyConflict(key, earlier.run()));
  }
}
