package dev.drover.spi.tool;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolOutcome;
import java.util.List;
import java.util.Optional;

/// A tool that a model may call. Safe for use by many threads; keeps nothing between calls.
///
/// Laws: arguments are validated against the schema before any method is called; an expected
/// failure is a [ToolOutcome.Failed], a thrown exception becomes one; when its thread is
/// interrupted a call stops its work and returns.
public interface AgentTool {
  ToolSpec spec();

  /// Performs one call, or starts it elsewhere and returns a
  /// [dev.drover.kernel.message.ToolAnswer.ToolDeferral], or asks a person with a
  /// [dev.drover.kernel.message.ToolQuestion] and is called again with the answer.
  ///
  /// @throws Exception becomes an error that the model can read
  ToolAnswer call(ToolInvocation call) throws Exception;

  /// Finds out whether an earlier attempt at this call took effect. Called only when the terms say
  /// [dev.drover.kernel.message.CallTerms.AfterCrash#PROBE].
  default ProbeResult probe(ToolInvocation call) throws Exception {
    return new ProbeResult.CannotTell(spec().name() + " cannot tell whether it happened");
  }

  /// Reports the state of a call that this tool deferred with a
  /// [dev.drover.kernel.message.ToolAnswer.ToolDeferral.Inquiry].
  ///
  /// @param handle of the inquiry
  /// @throws Exception if it cannot be found out now; the tool is asked again later
  default DeferredCallNews news(String handle, ToolInvocation call) throws Exception {
    return new DeferredCallNews.Gone(spec().name() + " does not know what became of the call");
  }

  /// The preview for the person who is asked: a command, a diff. By default the arguments.
  default String preview(ToolInvocation call) {
    return call.arguments();
  }

  /// The subjects that rules about this call may match, as in `bash(make test)` or `read(src/**)`.
  /// Empty: only the tool's name.
  default List<CallSubject> subjects(ToolInvocation call) {
    return List.of();
  }

  /// The target of a path inside a [CallSubject.Shell], in the form of a [CallSubject.File]: with
  /// all links resolved. Empty if it cannot be determined.
  default Optional<String> target(ToolInvocation call, String path) {
    return Optional.of(path);
  }

  /// A reason why a person must be asked about this call regardless of the rules, if there is one.
  default Optional<String> escalation(ToolInvocation call) {
    return Optional.empty();
  }

  /// The external state on which this call is judged, as a short text: for example the digest of
  /// the file to be changed. Stored with the plan, and passed to the call, which may follow days
  /// later.
  default String basis(ToolInvocation call) {
    return "";
  }

  /// A tool that is [ToolIsolation.Exposed] requires an approval where no rule allows it, and is
  /// refused where a policy requires a sandbox.
  default ToolIsolation isolation() {
    return ToolIsolation.NOT_NEEDED;
  }

  default DataFlow dataFlow() {
    return DataFlow.INSIDE;
  }

  /// Whether a tool brings in untrusted content, and whether it can send its input elsewhere.
  record DataFlow(Origin origin, Reach reach) {
    public DataFlow {
      NullChecks.nonNull(origin, "DataFlow.origin");
      NullChecks.nonNull(reach, "DataFlow.reach");
    }

    public static final DataFlow INSIDE = new DataFlow(Origin.OWN, Reach.STAYS);

    public enum Origin {
      OWN,
      /// Its results are labelled as untrusted.
      OUTSIDE
    }

    public enum Reach {
      STAYS,
      /// Its arguments, or data that it can read, may leave the machine.
      LEAVES
    }
  }

  /// The isolation between a tool and the machine it runs on.
  sealed interface ToolIsolation {
    ToolIsolation NOT_NEEDED = new NotNeeded();

    /// The tool restricts itself.
    record NotNeeded() implements ToolIsolation {}

    /// @param how shown to people: the sandbox, and what it allows
    record Sandboxed(String how) implements ToolIsolation {
      public Sandboxed {
        NullChecks.nonNull(how, "Sandboxed.how");
      }
    }

    /// The tool can do everything that this process may do.
    ///
    /// @param why shown to the person who is asked: the missing sandbox, and how to get it
    record Exposed(String why) implements ToolIsolation {
      public Exposed {
        NullChecks.nonNull(why, "Exposed.why");
      }
    }
  }
}
