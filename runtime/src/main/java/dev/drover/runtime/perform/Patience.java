package dev.drover.runtime.perform;

import dev.drover.runtime.quota.QuotaPolicy;

/// How often a model is asked again.
///
/// @param retries when it broke
/// @param quotas when its provider throttles
public record Patience(RetryPolicy retries, QuotaPolicy quotas) {
  public static final Patience DEFAULT = new Patience(RetryPolicy.DEFAULT, QuotaPolicy.DEFAULT);
}
