package dev.drover.runtime.writer;

import dev.drover.spi.store.GrantId;
import dev.drover.spi.store.GrantStore;
import dev.drover.spi.store.GrantStore.GrantRow;
import dev.drover.spi.store.Store;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The rules that people granted for always, remembered until they may have changed.
///
/// All methods may be called by any thread.
public final class StandingRules {
  private final Store store;
  private final Map<String, List<String>> remembered = new ConcurrentHashMap<>();

  StandingRules(Store store) {
    this.store = store;
  }

  List<String> of(String tenant) {
    // Each step of each run asks; only the first has to find out.
    var known = remembered.get(tenant);
    return known == null ? remembered.computeIfAbsent(tenant, store.catalog()::rules) : known;
  }

  void forget() {
    remembered.clear();
  }

  /// See [GrantStore#all].
  public List<GrantRow> grants() {
    return store.grants().all();
  }

  /// See [GrantStore#revoke].
  public boolean revoke(GrantId grant, String by, Instant at) {
    boolean isRevoked = store.grants().revoke(grant, by, at);
    forget();
    return isRevoked;
  }
}
