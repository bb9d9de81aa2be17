package dev.drover.kernel.machine;

import java.util.LinkedHashSet;
import java.util.Set;

/// Reads the subtypes from the class files, so that the tests that must cover all of them notice a
/// new one.
final class SealedFamily {
  private SealedFamily() {}

  /// The records and enums at the bottom of a sealed family.
  static Set<Class<?>> leaves(Class<?> family) {
    if (!family.isSealed()) {
      return Set.of(family);
    }
    var leaves = new LinkedHashSet<Class<?>>();
    for (var kind : family.getPermittedSubclasses()) {
      leaves.addAll(leaves(kind));
    }
    return leaves;
  }
}
