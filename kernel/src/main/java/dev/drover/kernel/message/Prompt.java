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

  /// The type of answer that a prompt asks for.
  public sealed interface AnswerType {
    AnswerType WORDS = new Words();

    /// Text for people.
    record Words() implements AnswerType {}

    /// A JSON object, for programs.
    ///
    /// @param name of the object
    /// @param schema that it must match, as JSON schema
    /// @param repairs how often the model may retry when it does not match
    record Json(String name, Text schema, int repairs) implements AnswerType {
      public static final int DEFAULT_REPAIRS = 2;

      public Json {
        if (repairs < 0) {
          throw new IllegalArgumentException("repairs are never negative: " + repairs);
        }
      }
    }
  }

  /// The record of a prompt that a hook of the host denied. It does not contain the text: the hook
  /// may have denied it because it must not be stored.
  ///
  /// @param by the sender
  /// @param digest of the text as it was sent, without its secrets; identifies the prompt
  /// @param marks of the hooks that changed it first, followed by the one that denied it
  public record PromptDenial(String by, String digest, List<HookMark> marks) {
    public PromptDenial {
      marks = List.copyOf(marks);
      if (marks.isEmpty() || marks.getLast().action() != HookMark.Action.DENIED) {
        throw new IllegalArgumentException("the last mark must be a denial: " + marks);
      }
    }

    /// The hook that denied it.
    public String hook() {
      return marks.getLast().hook();
    }

    public String why() {
      return marks.getLast().why();
    }
  }

  /// The changes that hooks made to a prompt before it was delivered.
  ///
  /// @param marks in the order of the changes
  /// @param digest of the text as it was sent, so that the same key with the same text is still the
  ///   same prompt. Empty if no hook changed it, or if there is no key
  public record PromptRewrite(List<HookMark> marks, String digest) {
    public static final PromptRewrite NONE = new PromptRewrite(List.of(), "");

    public PromptRewrite {
      marks = List.copyOf(marks);
    }

    public boolean isEmpty() {
      return marks.isEmpty();
    }
  }
}
