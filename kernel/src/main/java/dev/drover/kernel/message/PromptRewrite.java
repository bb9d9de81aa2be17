package dev.drover.kernel.message;

import java.util.List;

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
