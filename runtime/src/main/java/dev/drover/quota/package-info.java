/// Quotas of model providers: one state per provider key, shared by all agents of a runtime.
///
/// [dev.drover.quota.QuotaState] decides, without a clock or threads;
/// [dev.drover.quota.ProviderQuotas] keeps the states and lets threads wait.
@NullMarked
package dev.drover.quota;

import org.jspecify.annotations.NullMarked;
