package dev.drover.internal.judge;

import dev.drover.kernel.machine.SessionState;
import dev.drover.spi.store.GrantStore;
import dev.drover.spi.store.GrantStore.GrantId;
import dev.drover.spi.store.GrantStore.GrantRow;
import dev.drover.spi.store.Store;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The rules that people granted for always, cached until they may have changed.
///
/// All methods may be called by any thread.
public final class GrantedRules {
  private final Store store;
  private final Map<String, List<String>> remembered = new ConcurrentHashMap<>();

  public GrantedRules(Store store) {
    this.store = store;
  }

  /// The rules for sessions of the same tenant.
  public List<String> of(SessionState state) {
    return of(state.profile().identity().tenant());
  }

  private List<String> of(String tenant) {
    // Needed in each step of each run, so only the first one reads the store.
    var known = remembered.get(tenant);
    return known == null ? remembered.computeIfAbsent(tenant, store.catalog()::rules) : known;
  }

  public void forget() {
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
