package dev.drover;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.tool.AnswerSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A prompt together with its options. Immutable: each method returns a copy with one change.
public final class Ask {
  private final Options options;

  private Ask(Options options) {
    this.options = options;
  }

  /// Never changed after the prompt has it.
  private static final class Options {
    private final String prompt;
    private List<Attachment> attachments = List.of();
    private @Nullable AnswerSchema answer;
    private @Nullable RunKey key;
    private @Nullable List<Message> history;
    private @Nullable WhenBusy whenBusy;

    Options(String prompt) {
      this.prompt = prompt;
    }
  }

  public static Ask of(String prompt) {
    return new Ask(new Options(nonNull(prompt, "prompt")));
  }

  private Ask copy(Consumer<Options> change) {
    var copy = new Options(options.prompt);
    copy.attachments = options.attachments;
    copy.answer = options.answer;
    copy.key = options.key;
    copy.history = options.history;
    copy.whenBusy = options.whenBusy;
    change.accept(copy);
    return new Ask(copy);
  }

  /// Adds an attachment after the existing ones.
  public Ask with(Attachment attachment) {
    nonNull(attachment, "attachment");
    var more = new ArrayList<>(options.attachments);
    more.add(attachment);
    return copy(next -> next.attachments = List.copyOf(more));
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
    return copy(next -> next.answer = schema);
  }

  /// Sets the idempotency key: repeated sends of the same key and prompt count once; the same key
  /// with another prompt is refused.
  public Ask withKey(String idempotencyKey) {
    nonNull(idempotencyKey, "idempotencyKey");
    var unique = new RunKey(idempotencyKey);
    return copy(next -> next.key = unique);
  }

  /// The session's own history is neither used nor extended.
  public Ask withHistory(List<Message> messages) {
    nonNull(messages, "messages");
    var given = List.copyOf(messages);
    return copy(next -> next.history = given);
  }

  /// Sets what happens if a run is in progress.
  public Ask whenBusy(WhenBusy choice) {
    nonNull(choice, "choice");
    return copy(next -> next.whenBusy = choice);
  }

  public String prompt() {
    return options.prompt;
  }

  /// Images, documents and other files sent with the text.
  public List<Attachment> attachments() {
    return options.attachments;
  }

  /// The required form of the answer; null for text.
  public @Nullable AnswerSchema answer() {
    return options.answer;
  }

  /// The same key never starts a second run in the session; null for none.
  public @Nullable RunKey key() {
    return options.key;
  }

  /// Messages to use instead of the session's own, for this run only; null for its own.
  public @Nullable List<Message> history() {
    return options.history;
  }

  /// What happens if a run is in progress; null for the agent's setting.
  public @Nullable WhenBusy whenBusy() {
    return options.whenBusy;
  }
}
