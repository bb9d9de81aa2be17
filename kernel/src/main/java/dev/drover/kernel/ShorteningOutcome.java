package dev.drover.kernel;

/// What came of the wish to make the conversation shorter: it is, or a hook did not allow it.
public sealed interface ShorteningOutcome permits Shortening, ShorteningDenial {
  /// Who wanted it.
  String by();

  Cause cause();

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
