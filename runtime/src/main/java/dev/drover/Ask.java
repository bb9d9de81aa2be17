package dev.drover;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.tool.AnswerSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A prompt together with its options.
///
/// @param attachments images, documents and other files sent with the text
/// @param answer the required form of the answer; null for text
/// @param key the same key never starts a second run in the session; null for none
/// @param history messages to use instead of the session's own, for this run only; null for its own
/// @param whenBusy what happens if a run is in progress; null for the agent's setting
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
    nonNull(prompt, "prompt");
    return new Ask(prompt, List.of(), null, null, null, null);
  }

  /// Adds an attachment after the existing ones.
  public Ask with(Attachment attachment) {
    nonNull(attachment, "attachment");
    var more = new ArrayList<>(attachments);
    more.add(attachment);
    return new Ask(prompt, more, answer, key, history, whenBusy);
  }

  /// Requires an answer that is a JSON object and fits this record. The run fails if the model does
  /// not return one.
  public Ask wanting(Class<? extends Record> type) {
    nonNull(type, "type");
    return wanting(AnswerSchema.of(type));
  }

  /// Requires an answer that is a JSON object and fits this schema. The run fails if the model does
  /// not return one.
  public Ask wanting(AnswerSchema schema) {
    nonNull(schema, "schema");
    return new Ask(prompt, attachments, schema, key, history, whenBusy);
  }

  /// Sets the idempotency key: repeated sends of the same key and prompt count once; the same key
  /// with another prompt is refused.
  public Ask withKey(String idempotencyKey) {
    nonNull(idempotencyKey, "idempotencyKey");
    return new Ask(prompt, attachments, answer, new RunKey(idempotencyKey), history, whenBusy);
  }

  /// The session's own history is neither used nor extended.
  public Ask withHistory(List<Message> messages) {
    nonNull(messages, "messages");
    return new Ask(prompt, attachments, answer, key, messages, whenBusy);
  }

  public Ask whenBusy(WhenBusy choice) {
    nonNull(choice, "choice");
    return new Ask(prompt, attachments, answer, key, history, choice);
  }
}
