/// Quotas of model providers: one state per account, shared by all agents of a runtime.
///
/// What is decided is decided by [dev.drover.runtime.quota.QuotaState], which has no clock and no
/// thread; [dev.drover.runtime.quota.Quotas] keeps the states and has the threads wait.
@NullMarked
package dev.drover.runtime.quota;

import org.jspecify.annotations.NullMarked;
