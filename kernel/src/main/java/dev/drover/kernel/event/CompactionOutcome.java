package dev.drover.kernel.event;

import dev.drover.kernel.budget.ModelReplacement;
import dev.drover.kernel.value.Usage;
import java.util.List;

/// The outcome of a request for compaction: applied, denied by a hook, or failed.
public sealed interface CompactionOutcome
    permits AppliedCompaction, CompactionDenial, CompactionFailure {
  /// The requester.
  String by();

  Cause cause();

  /// Of the call that was to write the summary.
  Usage usage();

  /// The models that were called in sequence after the session's own had failed permanently; the
  /// last one answered. Empty if the session's own model answered, and within a run, whose journal
  /// records replacements itself.
  List<ModelReplacement> replacements();

  /// The same outcome, with these replacements before it.
  CompactionOutcome withReplacements(List<ModelReplacement> given);

  /// Returns the replacements if they are valid for a compaction with this cause.
  static List<ModelReplacement> requireOutsideRun(
      List<ModelReplacement> replacements, Cause cause) {
    if (cause != Cause.ASKED && !replacements.isEmpty()) {
      throw new IllegalArgumentException(
          "a compaction within a run has no replacements: " + replacements);
    }
    return List.copyOf(replacements);
  }

  /// The reason for the compaction.
  enum Cause {
    /// It was requested explicitly.
    ASKED,
    /// The next request would have been too long.
    WINDOW,
    /// The model reported that the request was too long.
    OVERFLOW
  }
}
