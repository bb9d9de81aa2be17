package dev.drover.runtime;

import dev.drover.spi.model.Model;
import org.jspecify.annotations.Nullable;

/// Something that a model is asked beside the conversation: for a title, a summary, a note.
///
/// @param name what it is asked for; what it uses is counted under this name
/// @param instructions what the model is told before the prompt; may be empty
/// @param model null for that of the session's agent
public record Inquiry(String name, String prompt, String instructions, @Nullable Model model) {
  public static Inquiry of(String name, String prompt) {
    return new Inquiry(name, prompt, "", null);
  }

  public Inquiry instructions(String text) {
    return new Inquiry(name, prompt, text, model);
  }

  /// Another model than that of the session's agent, such as a cheaper one.
  public Inquiry with(Model choice) {
    return new Inquiry(name, prompt, instructions, choice);
  }
}
