package dev.drover.quota;

import dev.drover.kernel.value.Failure;
import dev.drover.spi.model.ProviderKey;
import java.time.Instant;

/// The answer to a caller that wants to call a provider.
public sealed interface QuotaAdmission {
  /// An answer for a caller that waits.
  sealed interface Final extends QuotaAdmission {}

  /// Call now. If the call is throttled, pass this object to [ProviderQuotas#hit].
  ///
  /// @param sent when the request is sent; separates the hits of one burst from those of the next
  record Pass(ProviderKey account, Instant sent) implements Final {}

  /// Do not call. The failure states the reason, and after how long a retry makes sense.
  record Refused(Failure failure) implements Final {}

  /// Not now. Do not wait here: return at that time, and ask again.
  record Held(Instant until) implements QuotaAdmission {}
}
