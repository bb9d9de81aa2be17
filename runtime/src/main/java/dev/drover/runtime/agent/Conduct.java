package dev.drover.runtime.agent;

import dev.drover.kernel.Limits;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.budget.BudgetGuard;
import org.jspecify.annotations.Nullable;

/// How the runs of an agent go, whatever they are about.
///
/// @param whenBusy what becomes of a prompt that does not say so itself
/// @param guard the host's own budget; null if it has none
public record Conduct(Limits limits, WhenBusy whenBusy, @Nullable BudgetGuard guard) {}
