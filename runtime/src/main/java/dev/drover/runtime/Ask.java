package dev.drover.runtime;

import dev.drover.kernel.Message;
import dev.drover.kernel.RunKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A prompt with what goes beside it.
///
/// @param key the same key never starts a second run in the session; null for none
/// @param history messages to use instead of the session's own, for this run only; null for its own
public record Ask(String prompt, @Nullable RunKey key, @Nullable List<Message> history) {
  public Ask {
    history = history == null ? null : List.copyOf(history);
  }

  public static Ask of(String prompt) {
    return new Ask(prompt, null, null);
  }

  public Ask withKey(String idempotencyKey) {
    return new Ask(prompt, new RunKey(idempotencyKey), history);
  }

  /// The session's own history is neither used nor extended.
  public Ask withHistory(List<Message> messages) {
    return new Ask(prompt, key, messages);
  }
}
