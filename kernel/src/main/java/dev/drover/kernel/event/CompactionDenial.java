package dev.drover.kernel.event;

import dev.drover.kernel.budget.ModelReplacement;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.value.Usage;
import java.util.List;

/// A compaction that a hook of the host denied. The conversation is unchanged.
///
/// @param marks of the hooks that changed the request, followed by the one that denied it
public record CompactionDenial(String by, Cause cause, List<HookMark> marks)
    implements CompactionOutcome {
  public CompactionDenial {
    marks = List.copyOf(marks);
    if (marks.isEmpty() || marks.getLast().action() != HookMark.Action.DENIED) {
      throw new IllegalArgumentException("the last mark must be a denial: " + marks);
    }
  }

  /// No model was called.
  @Override
  public Usage usage() {
    return Usage.NONE;
  }

  @Override
  public List<ModelReplacement> replacements() {
    return List.of();
  }

  /// A model that was replaced before the hook was called has produced nothing.
  @Override
  public CompactionDenial withReplacements(List<ModelReplacement> given) {
    return this;
  }

  /// The hook that denied the compaction.
  public String hook() {
    return marks.getLast().hook();
  }

  public String why() {
    return marks.getLast().why();
  }
}
