package dev.drover.kernel.message;

import java.util.List;

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
