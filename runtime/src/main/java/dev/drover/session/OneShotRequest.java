package dev.drover.session;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.spi.model.Model;
import org.jspecify.annotations.Nullable;

/// A model call outside of the conversation: for a title, a summary, a note.
///
/// @param name the purpose; the usage is counted under this name
/// @param instructions the system instructions; may be empty
/// @param model null for that of the session's agent
public record OneShotRequest(
    String name, String prompt, String instructions, @Nullable Model model) {
  public static OneShotRequest of(String name, String prompt) {
    nonNull(name, "name");
    nonNull(prompt, "prompt");
    return new OneShotRequest(name, prompt, "", null);
  }

  public OneShotRequest instructions(String text) {
    nonNull(text, "text");
    return new OneShotRequest(name, prompt, text, model);
  }

  /// Uses another model than that of the session's agent, such as a cheaper one.
  public OneShotRequest with(Model choice) {
    nonNull(choice, "choice");
    return new OneShotRequest(name, prompt, instructions, choice);
  }
}
