package dev.drover.kernel.event;

import dev.drover.kernel.budget.ModelReplacement;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Usage;
import java.util.List;

/// A compaction that failed because there was no summary, or it came too late. The conversation is
/// unchanged.
///
/// @param tokens length of the request that was to be shortened; 0 if it was not measured
/// @param usage of a call that produced no summary, or an unused one
/// @param replacements see [CompactionOutcome#replacements]
public record CompactionFailure(
    String by,
    Cause cause,
    Problem problem,
    long tokens,
    Usage usage,
    List<ModelReplacement> replacements)
    implements CompactionOutcome {
  public CompactionFailure {
    replacements = CompactionOutcome.requireOutsideRun(replacements, cause);
    if (tokens < 0) {
      throw new IllegalArgumentException("tokens are not negative: " + tokens);
    }
  }

  /// With no fallback model.
  public CompactionFailure(String by, Cause cause, Problem problem, long tokens, Usage usage) {
    this(by, cause, problem, tokens, usage, List.of());
  }

  @Override
  public CompactionFailure withReplacements(List<ModelReplacement> given) {
    return new CompactionFailure(by, cause, problem, tokens, usage, given);
  }
}
