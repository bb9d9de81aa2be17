package dev.drover.store.memory;

import dev.drover.kernel.value.ApprovalId;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.GrantStore;
import dev.drover.spi.store.GrantStore.GrantId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Permanent grants in memory. Any thread may call any method.
final class MemoryGrants implements GrantStore {
  private final Runnable requireOpen;
  // Guarded by this.
  private final List<GrantRow> rows = new ArrayList<>();

  /// @param requireOpen throws if the store is closed
  MemoryGrants(Runnable requireOpen) {
    this.requireOpen = requireOpen;
  }

  synchronized void grant(
      String tenant, Catalog.Change.RuleGranted granted, @Nullable ApprovalId question) {
    if (!rules(tenant).contains(granted.rule())) {
      var id = new GrantId(rows.size() + 1L);
      rows.add(
          new GrantRow(id, tenant, granted.rule(), granted.by(), granted.at(), question, null));
    }
  }

  synchronized List<String> rules(String tenant) {
    return rows.stream()
        .filter(row -> row.holds() && row.tenant().equals(tenant))
        .map(GrantRow::rule)
        .toList();
  }

  @Override
  public synchronized List<GrantRow> all() {
    requireOpen.run();
    return List.copyOf(rows);
  }

  @Override
  public synchronized boolean revoke(GrantId grant, String by, Instant at) {
    requireOpen.run();
    for (int i = 0; i < rows.size(); i++) {
      var row = rows.get(i);
      if (row.id().equals(grant) && row.holds()) {
        rows.set(
            i,
            new GrantRow(
                row.id(),
                row.tenant(),
                row.rule(),
                row.by(),
                row.at(),
                row.question(),
                new Revocation(by, at)));
        return true;
      }
    }
    return false;
  }
}
