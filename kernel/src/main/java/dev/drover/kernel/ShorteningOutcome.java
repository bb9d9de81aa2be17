package dev.drover.kernel;

import java.util.List;

/// What came of the wish to make the conversation shorter: it is, a hook did not allow it, or
/// nobody has summed it up.
public sealed interface ShorteningOutcome permits Shortening, ShorteningDenial, ShorteningFailure {
  /// Who wanted it.
  String by();

  Cause cause();

  /// Of the call that was to sum it up.
  Usage usage();

  /// The models that were asked one after the other when the session's own had failed for good; the
  /// last has answered. Empty if it was the session's own, and within a run, whose journal says by
  /// itself who goes on.
  List<Replacement> replacements();

  /// The same, after these.
  ShorteningOutcome madeAfter(List<Replacement> given);

  /// These, if they may be said of a compaction with this cause.
  static List<Replacement> outsideOfRuns(List<Replacement> replacements, Cause cause) {
    if (cause != Cause.ASKED && !replacements.isEmpty()) {
      throw new IllegalArgumentException("a run says by itself who goes on: " + replacements);
    }
    return List.copyOf(replacements);
  }

  /// Why the conversation was to be shorter.
  enum Cause {
    /// Somebody wanted it so.
    ASKED,
    /// The next request would have been too long.
    WINDOW,
    /// The model said that the request was too long.
    OVERFLOW
  }
}
