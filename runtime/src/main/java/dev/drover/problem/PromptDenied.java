package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;

/// A hook of the host denied the prompt. No run is created, the journal records the denial, and the
/// session accepts other prompts.
public final class PromptDenied extends DroverException {
  public static final String CODE = "prompt_denied";
  private static final long serialVersionUID = 1L;

  private final String hook;
  private final String reason;

  public PromptDenied(SessionId session, String hook, String reason) {
    super(
        new Problem(
            CODE,
            "A hook denied the prompt",
            "hook %s does not let the prompt into session %s: %s".formatted(hook, session, reason),
            "Change the prompt as the reason says, or ask whoever runs the hook."),
        null);
    this.hook = hook;
    this.reason = reason;
  }

  /// The hook that denied it.
  public String hook() {
    return hook;
  }

  public String reason() {
    return reason;
  }
}
