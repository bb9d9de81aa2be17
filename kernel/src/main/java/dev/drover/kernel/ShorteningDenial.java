package dev.drover.kernel;

import java.util.List;

/// The conversation stays as long as it is, because a hook of the host wants it so.
///
/// @param marks of the hooks that had another wish first, and of the one that denied it, which is
///   the last
public record ShorteningDenial(String by, Cause cause, List<HookMark> marks)
    implements ShorteningOutcome {
  public ShorteningDenial {
    marks = List.copyOf(marks);
    if (marks.isEmpty() || marks.getLast().deed() != HookMark.Deed.DENIED) {
      throw new IllegalArgumentException("the last hook that did something denies: " + marks);
    }
  }

  /// Nobody was asked to sum up.
  @Override
  public Usage usage() {
    return Usage.NONE;
  }

  @Override
  public List<Replacement> replacements() {
    return List.of();
  }

  /// Whoever was given up before the hook was asked has made nothing of it.
  @Override
  public ShorteningDenial madeAfter(List<Replacement> given) {
    return this;
  }

  /// Which hook denied it.
  public String hook() {
    return marks.getLast().hook();
  }

  public String why() {
    return marks.getLast().why();
  }
}
