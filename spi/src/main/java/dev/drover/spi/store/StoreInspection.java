package dev.drover.spi.store;

import java.util.List;

/// What was found when a store was checked.
///
/// @param damage what is not as it was written, one sentence each, for people; empty if all that
///   was looked at is whole
/// @param checked how much was looked at, for people
public record StoreInspection(List<String> damage, List<String> checked) {
  /// Of a store that has nothing to check.
  public static final StoreInspection NOTHING = new StoreInspection(List.of(), List.of());

  public StoreInspection {
    damage = List.copyOf(damage);
    checked = List.copyOf(checked);
  }
}
