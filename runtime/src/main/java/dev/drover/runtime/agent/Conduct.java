package dev.drover.runtime.agent;

import dev.drover.kernel.Limits;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.budget.BudgetGuard;
import dev.drover.runtime.task.Delegates;
import org.jspecify.annotations.Nullable;

/// How the runs of an agent go, whatever they are about.
///
/// @param whenBusy what becomes of a prompt that does not say so itself
/// @param guard the host's own budget; null if it has none
/// @param attachmentBytes how large one of the things is at most that go with a prompt
/// @param delegates whom it can give work to
public record Conduct(
    Limits limits,
    WhenBusy whenBusy,
    @Nullable BudgetGuard guard,
    long attachmentBytes,
    Delegates delegates) {
  public static final long DEFAULT_ATTACHMENT_BYTES = 10 << 20;
}
