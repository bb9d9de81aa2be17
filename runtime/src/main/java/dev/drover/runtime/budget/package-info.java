/// Budgets of the host: what models cost, what is left, who keeps shared accounts, and a guard of
/// the host's own.
///
/// What follows from a budget is decided elsewhere: for runs and sessions by the kernel, on what is
/// folded from the journal, and for accounts by the store, for all processes at once.
@NullMarked
package dev.drover.runtime.budget;

import org.jspecify.annotations.NullMarked;
