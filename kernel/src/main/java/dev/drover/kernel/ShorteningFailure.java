package dev.drover.kernel;

import java.util.List;

/// The conversation stays as long as it is, because nobody has summed it up, or too late.
///
/// @param tokens how long the request was that was to be shorter; 0 if nobody has measured it
/// @param usage of a call that summed nothing up, or in vain
/// @param replacements see [ShorteningOutcome#replacements]
public record ShorteningFailure(
    String by,
    Cause cause,
    Problem problem,
    long tokens,
    Usage usage,
    List<Replacement> replacements)
    implements ShorteningOutcome {
  public ShorteningFailure {
    replacements = ShorteningOutcome.outsideOfRuns(replacements, cause);
    if (tokens < 0) {
      throw new IllegalArgumentException("tokens are not negative: " + tokens);
    }
  }

  /// No other model was asked than the session's own, or the run's.
  public ShorteningFailure(String by, Cause cause, Problem problem, long tokens, Usage usage) {
    this(by, cause, problem, tokens, usage, List.of());
  }

  @Override
  public ShorteningFailure madeAfter(List<Replacement> given) {
    return new ShorteningFailure(by, cause, problem, tokens, usage, given);
  }

  /// What came of a summary that somebody asked for, when the conversation is another one by now.
  static ShorteningFailure late(ShorteningOutcome outcome) {
    return new ShorteningFailure(
        outcome.by(),
        Cause.ASKED,
        RunProblems.summaryTooLate(),
        0,
        outcome.usage(),
        outcome.replacements());
  }
}
