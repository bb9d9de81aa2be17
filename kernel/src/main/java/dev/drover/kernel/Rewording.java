package dev.drover.kernel;

import java.util.List;

/// What hooks made of a prompt before it was delivered.
///
/// @param marks in the order in which they changed it
/// @param digest of the words as they were sent: with it the same key with the same words is still
///   the same prompt. Empty if nobody changed them, or if there is no key
public record Rewording(List<HookMark> marks, String digest) {
  public static final Rewording NONE = new Rewording(List.of(), "");

  public Rewording {
    marks = List.copyOf(marks);
  }

  public boolean isEmpty() {
    return marks.isEmpty();
  }
}
