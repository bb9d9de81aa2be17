package dev.drover.runtime;

import dev.drover.kernel.Message;
import dev.drover.kernel.RunKey;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.tool.AnswerSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A prompt with what goes beside it.
///
/// @param attachments images, documents and other files that go with the words
/// @param answer what the answer must be; null for words
/// @param key the same key never starts a second run in the session; null for none
/// @param history messages to use instead of the session's own, for this run only; null for its own
/// @param whenBusy what becomes of it while a run is going; null for what the agent says
public record Ask(
    String prompt,
    List<Attachment> attachments,
    @Nullable AnswerSchema answer,
    @Nullable RunKey key,
    @Nullable List<Message> history,
    @Nullable WhenBusy whenBusy) {
  public Ask {
    attachments = List.copyOf(attachments);
    history = history == null ? null : List.copyOf(history);
  }

  public static Ask of(String prompt) {
    return new Ask(prompt, List.of(), null, null, null, null);
  }

  /// One more that goes with the words, after those that were given before.
  public Ask with(Attachment attachment) {
    var more = new ArrayList<>(attachments);
    more.add(attachment);
    return new Ask(prompt, more, answer, key, history, whenBusy);
  }

  /// The answer is to be a JSON object that fits this record. The run fails if the model does not
  /// give one.
  public Ask wanting(Class<? extends Record> type) {
    return wanting(AnswerSchema.of(type));
  }

  /// The answer is to be a JSON object that fits this schema. The run fails if the model does not
  /// give one.
  public Ask wanting(AnswerSchema schema) {
    return new Ask(prompt, attachments, schema, key, history, whenBusy);
  }

  /// The same key and prompt twice is one message, the same key and another prompt is refused.
  public Ask withKey(String idempotencyKey) {
    return new Ask(prompt, attachments, answer, new RunKey(idempotencyKey), history, whenBusy);
  }

  /// The session's own history is neither used nor extended.
  public Ask withHistory(List<Message> messages) {
    return new Ask(prompt, attachments, answer, key, messages, whenBusy);
  }

  public Ask whenBusy(WhenBusy choice) {
    return new Ask(prompt, attachments, answer, key, history, choice);
  }
}
