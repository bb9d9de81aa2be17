package dev.drover.spi.tool;

import dev.drover.kernel.Input.Finding;
import dev.drover.kernel.ToolOutcome;

/// Something a model may ask for. Safe for use by many threads; keeps nothing between calls.
///
/// Laws: arguments fit the schema before anything here is called; an expected failure is a
/// [ToolOutcome.Failed], a thrown exception becomes one; when its thread is interrupted a call ends
/// what it began and leaves.
public interface AgentTool {
  ToolSpec spec();

  /// Carries out one call.
  ///
  /// @throws Exception becomes an error that the model can read
  ToolOutcome call(ToolInvocation call) throws Exception;

  /// Finds out whether an earlier attempt at this call has happened. Asked only when the terms say
  /// [dev.drover.kernel.CallTerms.AfterCrash#PROBE].
  default Finding probe(ToolInvocation call) throws Exception {
    return new Finding.CannotTell(spec().name() + " cannot tell whether it happened");
  }

  /// What a person who is asked gets to see: a command, a diff. The arguments, if nothing better.
  default String preview(ToolInvocation call) {
    return call.arguments();
  }

  /// What a rule about this call may name, as in `bash(make test)`. Empty: only the tool's name.
  default String subject(ToolInvocation call) {
    return "";
  }
}
