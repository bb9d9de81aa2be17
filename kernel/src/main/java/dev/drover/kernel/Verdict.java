package dev.drover.kernel;

/// What policy said about one call when it was planned, naming the rule that said it.
public sealed interface Verdict {
  record Allow(String rule) implements Verdict {}

  /// A person is asked first.
  ///
  /// @param why what the person is told
  /// @param grant the rule that a yes for the session, or for always, would add
  /// @param preview what would be done, for a person: a command, a diff
  record Ask(String rule, String why, String grant, Text preview, Answerers answerers)
      implements Verdict {
    public Ask(String rule, String why, String grant, Text preview) {
      this(rule, why, grant, preview, Answerers.ANYBODY);
    }
  }

  record Deny(String rule, String why) implements Verdict {}

  /// The call is not one that could be judged: unknown tool, or arguments that do not fit.
  record Reject(String reason) implements Verdict {}
}
