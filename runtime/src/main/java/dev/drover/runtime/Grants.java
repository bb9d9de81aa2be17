package dev.drover.runtime;

import dev.drover.spi.store.GrantId;
import dev.drover.spi.store.GrantStore.GrantRow;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Rules that people granted for always. A grant holds until it is revoked; then the calls that it
/// allowed are asked about again, from the next call on, in running runs too. A call that was
/// allowed before is not stopped.
///
/// Safe for use by any thread.
public final class Grants {
  private final Drover drover;
  private final Predicate<String> tenants;

  /// @param tenants whose grants are shown and may be revoked
  Grants(Drover drover, Predicate<String> tenants) {
    this.drover = drover;
    this.tenants = tenants;
  }

  /// Those that hold, oldest first.
  public List<GrantRow> list() {
    return all().stream().filter(GrantRow::holds).toList();
  }

  /// One of them, also after it was revoked.
  public Optional<GrantRow> find(GrantId grant) {
    return all().stream().filter(row -> row.id().equals(grant)).findFirst();
  }

  private List<GrantRow> all() {
    return Looking.up(() -> drover.engine().standingRules().grants()).stream()
        .filter(row -> tenants.test(row.tenant()))
        .toList();
  }

  /// Durable when it returns.
  ///
  /// @param by who revokes it
  /// @return false if there is no such grant, or it was revoked before
  public boolean revoke(GrantId grant, String by) {
    var engine = drover.engine();
    return find(grant).isPresent()
        && Looking.up(() -> engine.standingRules().revoke(grant, by, engine.time().now()));
  }
}
