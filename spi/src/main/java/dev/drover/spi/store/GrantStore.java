package dev.drover.spi.store;

import dev.drover.kernel.ApprovalId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules that people granted for always. They are added by [Change.RuleGranted], in the append of
/// the answer, and belong to the store from then on: they outlive their session.
///
/// Laws: a tenant has a rule once among those that hold; a revoked grant stays listed, and holds no
/// longer for [Catalog#rules]; granting the same rule again makes a new grant.
public interface GrantStore {
  /// All of them, oldest first, with those that were revoked.
  List<GrantRow> all();

  /// @param by who revokes it
  /// @return false if there is no such grant, or it was revoked before
  boolean revoke(GrantId grant, String by, Instant at);

  /// @param tenant whose sessions it holds for; empty for those that have none
  /// @param question the answer to which granted it; null if that was not kept
  /// @param revocation null while it holds
  record GrantRow(
      GrantId id,
      String tenant,
      String rule,
      String by,
      Instant at,
      @Nullable ApprovalId question,
      @Nullable Revocation revocation) {
    public boolean holds() {
      return revocation == null;
    }
  }

  record Revocation(String by, Instant at) {}
}
