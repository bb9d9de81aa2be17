package dev.drover.runtime.writer;

import dev.drover.spi.store.Catalog;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The rules that people granted for always, remembered until they may have changed.
///
/// All methods may be called by any thread.
final class StandingRules {
  private final Catalog catalog;
  private final Map<String, List<String>> remembered = new ConcurrentHashMap<>();

  StandingRules(Catalog catalog) {
    this.catalog = catalog;
  }

  List<String> of(String tenant) {
    // Each step of each run asks; only the first has to find out.
    var known = remembered.get(tenant);
    return known == null ? remembered.computeIfAbsent(tenant, catalog::rules) : known;
  }

  void forget() {
    remembered.clear();
  }
}
