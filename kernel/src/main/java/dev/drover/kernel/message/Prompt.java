package dev.drover.kernel.message;

import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request that starts a run.
///
/// @param text as the model gets it
/// @param media attached to the text: images, documents
/// @param answer the type of answer it asks for
/// @param rewording how hooks changed the text, if they did
public record Prompt(
    Text text,
    List<Media> media,
    History history,
    AnswerType answer,
    @Nullable RunKey key,
    PromptRewrite rewording) {
  public Prompt {
    media = List.copyOf(media);
  }

  /// Text alone, unchanged by hooks.
  public Prompt(Text text, History history, @Nullable RunKey key) {
    this(text, List.of(), history, AnswerType.WORDS, key, PromptRewrite.NONE);
  }

  /// The message as the model gets it.
  public Message.User message() {
    return new Message.User(text, media);
  }

  /// The earlier messages that the model sees.
  public sealed interface History {
    History OWN = new Own();

    /// The session's own, which the run extends.
    record Own() implements History {}

    /// These, for this run only; the session's own history is not changed.
    record Given(List<Message> messages) implements History {
      public Given {
        messages = List.copyOf(messages);
      }
    }
  }
}
