package dev.drover.runtime;

import dev.drover.kernel.Message;
import dev.drover.kernel.RunKey;
import dev.drover.kernel.WhenBusy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A prompt with what goes beside it.
///
/// @param key the same key never starts a second run in the session; null for none
/// @param history messages to use instead of the session's own, for this run only; null for its own
/// @param whenBusy what becomes of it while a run is going; null for what the agent says
public record Ask(
    String prompt,
    @Nullable RunKey key,
    @Nullable List<Message> history,
    @Nullable WhenBusy whenBusy) {
  public Ask {
    history = history == null ? null : List.copyOf(history);
  }

  public static Ask of(String prompt) {
    return new Ask(prompt, null, null, null);
  }

  /// The same key and prompt twice is one message, the same key and another prompt is refused.
  public Ask withKey(String idempotencyKey) {
    return new Ask(prompt, new RunKey(idempotencyKey), history, whenBusy);
  }

  /// The session's own history is neither used nor extended.
  public Ask withHistory(List<Message> messages) {
    return new Ask(prompt, key, messages, whenBusy);
  }

  public Ask whenBusy(WhenBusy choice) {
    return new Ask(prompt, key, history, choice);
  }
}
