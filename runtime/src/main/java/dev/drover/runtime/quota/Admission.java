package dev.drover.runtime.quota;

import dev.drover.kernel.Failure;
import dev.drover.spi.model.Account;
import java.time.Instant;

/// What somebody is told who wants to ask a provider.
public sealed interface Admission {
  /// For somebody who waits for it.
  sealed interface Final extends Admission {}

  /// Ask now. Whoever is throttled then hands this back, see [Quotas#hit(Pass,
  /// java.time.Duration)].
  ///
  /// @param sent when the request goes out; tells the hits of one burst from those of the next
  record Pass(Account account, Instant sent) implements Final {}

  /// Do not ask. The failure says why, and after how long it makes sense to come back.
  record Refused(Failure failure) implements Final {}

  /// Not now. Nobody is asked to wait here: come back at that time, and ask again.
  record Held(Instant until) implements Admission {}
}
