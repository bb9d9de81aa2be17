package dev.drover.spi.store;

import dev.drover.kernel.value.ApprovalId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules that people granted permanently. They are added by [Catalog.Change.RuleGranted], in the
/// append of the answer, and belong to the store from then on: they outlive their session.
///
/// Laws: a tenant has an active rule only once; a revoked grant stays listed, but no longer counts
/// for [Catalog#rules]; granting the same rule again creates a new grant.
public interface GrantStore {
  /// All grants, oldest first, revoked ones included.
  List<GrantRow> all();

  /// @param by the person who revokes it
  /// @return false if there is no such grant, or it was already revoked
  boolean revoke(GrantId grant, String by, Instant at);

  /// @param tenant the tenant whose sessions it holds for; empty for those without one
  /// @param question the approval request that it answered; null if that was not kept
  /// @param revocation null while it is active
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

  /// Identifies one permanent grant. Numbers increase and are never reused.
  record GrantId(long number) implements Comparable<GrantId> {
    private static final String PREFIX = "g-";

    /// Parses the form that [#toString] writes.
    public static GrantId parse(String text) {
      var digits = text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : "";
      if (digits.isEmpty()
          || digits.length() > 18
          || !digits.chars().allMatch(Character::isDigit)) {
        throw new IllegalArgumentException("the id of a grant looks like g-7, not '" + text + "'");
      }
      return new GrantId(Long.parseLong(digits));
    }

    @Override
    public int compareTo(GrantId other) {
      return Long.compare(number, other.number);
    }

    @Override
    public String toString() {
      return PREFIX + number;
    }
  }
}
