package dev.drover.spi.store;

import java.util.List;

/// The result of checking a store.
///
/// @param damage one sentence for each problem, for people; empty if everything that was checked is
///   intact
/// @param checked how much was checked, for people
public record StoreInspection(List<String> damage, List<String> checked) {
  /// For a store that has nothing to check.
  public static final StoreInspection NOTHING = new StoreInspection(List.of(), List.of());

  public StoreInspection {
    damage = List.copyOf(damage);
    checked = List.copyOf(checked);
  }
}
