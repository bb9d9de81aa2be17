package dev.drover.kernel;

import java.util.List;

/// What is written down of a prompt that a hook of the host did not let in. The words are not: a
/// hook may have denied them because nobody is to keep them.
///
/// @param by who sent it
/// @param digest of the words as they were sent, without their secrets: it tells whether a prompt
///   was this one
/// @param marks of the hooks that changed it first, and of the one that denied it, which is the
///   last
public record PromptDenial(String by, String digest, List<HookMark> marks) {
  public PromptDenial {
    marks = List.copyOf(marks);
    if (marks.isEmpty() || marks.getLast().deed() != HookMark.Deed.DENIED) {
      throw new IllegalArgumentException("the last hook that did something denies: " + marks);
    }
  }

  /// Which hook denied it.
  public String hook() {
    return marks.getLast().hook();
  }

  public String why() {
    return marks.getLast().why();
  }
}
