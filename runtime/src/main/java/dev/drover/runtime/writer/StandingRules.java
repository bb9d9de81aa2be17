package dev.drover.runtime.writer;

import dev.drover.spi.store.Catalog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rules that people granted for always, remembered until they may have changed.
///
/// All methods may be called by any thread.
final class StandingRules {
  private final Catalog catalog;
  private volatile @Nullable List<String> remembered;

  StandingRules(Catalog catalog) {
    this.catalog = catalog;
  }

  List<String> now() {
    var rules = remembered;
    if (rules == null) {
      rules = catalog.rules();
      remembered = rules;
    }
    return rules;
  }

  void forget() {
    remembered = null;
  }
}
