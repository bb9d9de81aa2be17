/// Budgets: prices of models, the budgets of a session, and a budget guard of the host.
///
/// The kernel limits runs and sessions, based on the fold of the journal. The store limits shared
/// accounts, for all processes at once.
@NullMarked
package dev.drover.budget;

import org.jspecify.annotations.NullMarked;
