package dev.drover.kernel;

/// What came of the wish to make the conversation shorter: it is, a hook did not allow it, or
/// nobody has summed it up.
public sealed interface ShorteningOutcome permits Shortening, ShorteningDenial, ShorteningFailure {
  /// Who wanted it.
  String by();

  Cause cause();

  /// Of the call that was to sum it up.
  Usage usage();

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
