package dev.drover.spi.tool;

import dev.drover.kernel.Input.Finding;
import dev.drover.kernel.ToolAnswer;
import dev.drover.kernel.ToolOutcome;
import java.util.List;
import java.util.Optional;

/// Something a model may ask for. Safe for use by many threads; keeps nothing between calls.
///
/// Laws: arguments fit the schema before anything here is called; an expected failure is a
/// [ToolOutcome.Failed], a thrown exception becomes one; when its thread is interrupted a call ends
/// what it began and leaves.
public interface AgentTool {
  ToolSpec spec();

  /// Carries out one call, or has it carried out elsewhere and says that it is
  /// [dev.drover.kernel.Deferred].
  ///
  /// @throws Exception becomes an error that the model can read
  ToolAnswer call(ToolInvocation call) throws Exception;

  /// Finds out whether an earlier attempt at this call has happened. Asked only when the terms say
  /// [dev.drover.kernel.CallTerms.AfterCrash#PROBE].
  default Finding probe(ToolInvocation call) throws Exception {
    return new Finding.CannotTell(spec().name() + " cannot tell whether it happened");
  }

  /// What a person who is asked gets to see: a command, a diff. The arguments, if nothing better.
  default String preview(ToolInvocation call) {
    return call.arguments();
  }

  /// What rules about this call may name, as in `bash(make test)` or `read(src/**)`. Empty: only
  /// the tool's name.
  default List<Subject> subjects(ToolInvocation call) {
    return List.of();
  }

  /// Where a path leads that stands inside a [Subject.Shell], as a [Subject.File] names it: with
  /// all links followed. Empty if that cannot be found out.
  default Optional<String> target(ToolInvocation call, String path) {
    return Optional.of(path);
  }

  /// A reason why a person must be asked about this call whatever is allowed, if there is one.
  default Optional<String> escalation(ToolInvocation call) {
    return Optional.empty();
  }

  /// The state of the world on which this call is judged, as a short text: the digest of the file
  /// to be changed, say. Kept with the plan, and given back with the call, which may come days
  /// later.
  default String basis(ToolInvocation call) {
    return "";
  }

  /// A tool that is [Protection.Exposed] is asked about where no rule allows it, and refused where
  /// a policy demands a sandbox.
  default Protection protection() {
    return Protection.NOT_NEEDED;
  }

  default DataFlow flow() {
    return DataFlow.INSIDE;
  }
}
