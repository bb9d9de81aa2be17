package dev.drover.kernel.message;

import dev.drover.kernel.message.CallTerms.ApprovalTerms;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Text;
import java.util.List;

/// One tool call with its effect id, its terms, and the verdict of the policy at that time.
///
/// @param call as it is carried out, with the arguments changed by hooks
/// @param basis the state of the world on which it was judged, in the tool's own format; may be
///   empty
/// @param marks of the hooks that acted on it
public record PlannedCall(
    EffectId effect,
    ToolCall call,
    CallTerms terms,
    Verdict verdict,
    String basis,
    List<HookMark> marks) {
  public PlannedCall {
    marks = List.copyOf(marks);
  }

  public PlannedCall(
      EffectId effect, ToolCall call, CallTerms terms, Verdict verdict, String basis) {
    this(effect, call, terms, verdict, basis, List.of());
  }

  public PlannedCall(EffectId effect, ToolCall call, CallTerms terms, Verdict verdict) {
    this(effect, call, terms, verdict, "");
  }

  /// The policy's decision about one call when it was planned, with the rule that made it.
  public sealed interface Verdict {
    record Allow(String rule) implements Verdict {}

    /// A person is asked first.
    ///
    /// @param why the explanation for the person
    /// @param grant the rule that an approval for the session or for always would add
    /// @param preview of the call for a person: a command, a diff
    record Ask(String rule, String why, String grant, Text preview, ApprovalTerms answerers)
        implements Verdict {
      public Ask(String rule, String why, String grant, Text preview) {
        this(rule, why, grant, preview, ApprovalTerms.ANYBODY);
      }
    }

    record Deny(String rule, String why) implements Verdict {}

    /// The call could not be judged: unknown tool, or arguments that do not match.
    record Reject(String reason) implements Verdict {}
  }
}
