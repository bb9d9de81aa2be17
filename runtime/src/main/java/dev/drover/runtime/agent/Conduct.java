package dev.drover.runtime.agent;

import dev.drover.kernel.Limits;
import dev.drover.kernel.Problem;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.compact.CompactionPolicy;
import dev.drover.runtime.foreign.ForeignGuard;
import dev.drover.runtime.task.Delegates;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the runs of an agent go, whatever they are about.
///
/// @param whenBusy what becomes of a prompt that does not say so itself
/// @param guard the host's own budget; null if it has none
/// @param attachmentBytes how large one of the things is at most that go with a prompt
/// @param delegates whom it can give work to
/// @param compaction when conversations are made shorter
/// @param fallbacks who goes on when its model has failed for good
/// @param warnings what whoever opens a session should know of how the agent was made
public record Conduct(
    Limits limits,
    WhenBusy whenBusy,
    @Nullable ForeignGuard guard,
    long attachmentBytes,
    Delegates delegates,
    CompactionPolicy compaction,
    Fallbacks fallbacks,
    List<Problem> warnings) {
  public static final long DEFAULT_ATTACHMENT_BYTES = 10 << 20;

  public Conduct {
    warnings = List.copyOf(warnings);
  }

  Conduct with(Fallbacks others) {
    return new Conduct(
        limits, whenBusy, guard, attachmentBytes, delegates, compaction, others, warnings);
  }

  Conduct with(Delegates others) {
    return new Conduct(
        limits, whenBusy, guard, attachmentBytes, others, compaction, fallbacks, warnings);
  }
}
