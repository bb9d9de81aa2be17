package dev.drover.runtime;

import dev.drover.kernel.Message;
import dev.drover.kernel.RunKey;
import dev.drover.kernel.WhenBusy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A prompt with what goes beside it.
///
/// @param attachments images, documents and other files that go with the words
/// @param key the same key never starts a second run in the session; null for none
/// @param history messages to use instead of the session's own, for this run only; null for its own
/// @param whenBusy what becomes of it while a run is going; null for what the agent says
public record Ask(
    String prompt,
    List<Attachment> attachments,
    @Nullable RunKey key,
    @Nullable List<Message> history,
    @Nullable WhenBusy whenBusy) {
  public Ask {
    attachments = List.copyOf(attachments);
    history = history == null ? null : List.copyOf(history);
  }

  public static Ask of(String prompt) {
    return new Ask(prompt, List.of(), null, null, null);
  }

  /// One more that goes with the words, after those that were given before.
  public Ask with(Attachment attachment) {
    var more = new ArrayList<>(attachments);
    more.add(attachment);
    return new Ask(prompt, more, key, history, whenBusy);
  }

  /// The same key and prompt twice is one message, the same key and another prompt is refused.
  public Ask withKey(String idempotencyKey) {
    return new Ask(prompt, attachments, new RunKey(idempotencyKey), history, whenBusy);
  }

  /// The session's own history is neither used nor extended.
  public Ask withHistory(List<Message> messages) {
    return new Ask(prompt, attachments, key, messages, whenBusy);
  }

  public Ask whenBusy(WhenBusy choice) {
    return new Ask(prompt, attachments, key, history, choice);
  }
}
