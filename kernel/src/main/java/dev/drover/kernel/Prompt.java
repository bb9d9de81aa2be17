package dev.drover.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What starts a run.
///
/// @param text as the model gets it
/// @param media what goes with the words: images, documents
/// @param answer what kind of answer it wants
/// @param rewording how it came to be that text, if hooks changed it
public record Prompt(
    Text text,
    List<Media> media,
    History history,
    AnswerType answer,
    @Nullable RunKey key,
    Rewording rewording) {
  public Prompt {
    media = List.copyOf(media);
  }

  /// Words alone, as they were given.
  public Prompt(Text text, History history, @Nullable RunKey key) {
    this(text, List.of(), history, AnswerType.WORDS, key, Rewording.NONE);
  }

  /// As the model gets it.
  public Message.User message() {
    return new Message.User(text, media);
  }

  /// Which earlier messages the model sees.
  public sealed interface History {
    History OWN = new Own();

    /// The session's own, which the run extends.
    record Own() implements History {}

    /// These, for this run only; the session's own is left as it is.
    record Given(List<Message> messages) implements History {
      public Given {
        messages = List.copyOf(messages);
      }
    }
  }
}
