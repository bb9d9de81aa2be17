package dev.drover.policy;

import dev.drover.spi.store.GrantStore.GrantId;
import dev.drover.spi.store.GrantStore.GrantRow;
import java.util.List;
import java.util.Optional;

/// Rules that people granted for always. A grant is in force until it is revoked. After that, the
/// calls that it allowed need an approval again, from the next call on, also in runs in progress. A
/// call that was already allowed is not stopped.
///
/// Safe for use by any thread.
public interface StandingGrants {
  /// The grants in force, oldest first.
  List<GrantRow> list();

  /// A grant, also after it was revoked.
  Optional<GrantRow> find(GrantId grant);

  /// Revokes a grant. Durable when it returns.
  ///
  /// @param by the person who revokes it
  /// @return false if there is no such grant, or it was revoked before
  boolean revoke(GrantId grant, String by);
}
