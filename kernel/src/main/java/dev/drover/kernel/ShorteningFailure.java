package dev.drover.kernel;

/// The conversation stays as long as it is, because nobody has summed it up, or too late.
///
/// @param tokens how long the request was that was to be shorter; 0 if nobody has measured it
/// @param usage of a call that summed nothing up, or in vain
public record ShorteningFailure(String by, Cause cause, Problem problem, long tokens, Usage usage)
    implements ShorteningOutcome {
  public ShorteningFailure {
    if (tokens < 0) {
      throw new IllegalArgumentException("tokens are not negative: " + tokens);
    }
  }

  /// What came of a summary that somebody asked for, when the conversation is another one by now.
  static ShorteningFailure late(ShorteningOutcome outcome) {
    return new ShorteningFailure(
        outcome.by(), Cause.ASKED, RunProblems.summaryTooLate(), 0, outcome.usage());
  }
}
