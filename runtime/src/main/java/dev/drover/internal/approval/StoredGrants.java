package dev.drover.internal.approval;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.internal.judge.GrantedRules;
import dev.drover.internal.query.StoreReads;
import dev.drover.policy.StandingGrants;
import dev.drover.spi.store.GrantStore.GrantId;
import dev.drover.spi.store.GrantStore.GrantRow;
import dev.drover.spi.time.Time;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Implements [StandingGrants].
public final class StoredGrants implements StandingGrants {
  private final GrantedRules rules;
  private final Time time;
  private final Predicate<String> tenants;

  /// @param tenants the tenants whose grants are visible and may be revoked
  public StoredGrants(GrantedRules rules, Time time, Predicate<String> tenants) {
    this.rules = rules;
    this.time = time;
    this.tenants = tenants;
  }

  @Override
  public List<GrantRow> list() {
    return all().stream().filter(GrantRow::holds).toList();
  }

  @Override
  public Optional<GrantRow> find(GrantId grant) {
    nonNull(grant, "grant");
    return all().stream().filter(row -> row.id().equals(grant)).findFirst();
  }

  private List<GrantRow> all() {
    return StoreReads.read(() -> rules.grants()).stream()
        .filter(row -> tenants.test(row.tenant()))
        .toList();
  }

  @Override
  public boolean revoke(GrantId grant, String by) {
    nonNull(grant, "grant");
    nonNull(by, "by");
    return find(grant).isPresent() && StoreReads.read(() -> rules.revoke(grant, by, time.now()));
  }
}
