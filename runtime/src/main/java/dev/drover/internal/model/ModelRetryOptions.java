package dev.drover.internal.model;

import dev.drover.quota.QuotaPolicy;

/// How often a model call is repeated.
///
/// @param retries after a failure
/// @param quotas after throttling
public record ModelRetryOptions(RetrySchedule retries, QuotaPolicy quotas) {
  public static final ModelRetryOptions DEFAULT =
      new ModelRetryOptions(RetrySchedule.DEFAULT, QuotaPolicy.DEFAULT);
}
