package dev.drover.runtime.hook;

/// What a gate says.
public sealed interface GateOutcome {
  /// As it is.
  record Continue() implements GateOutcome {}

  /// With this instead: a prompt, arguments as JSON, or instructions for a summary.
  ///
  /// @param why for the journal; may be empty
  record Rewrite(String to, String why) implements GateOutcome {}

  /// Not at all.
  ///
  /// @param reason for the model, or for whoever sent the prompt: what is wrong and what to do
  record Deny(String reason) implements GateOutcome {}

  static GateOutcome proceed() {
    return new Continue();
  }

  static GateOutcome rewrite(String to) {
    return new Rewrite(to, "");
  }

  static GateOutcome deny(String reason) {
    return new Deny(reason);
  }
}
