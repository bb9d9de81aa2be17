package dev.drover.kernel;

import java.util.LinkedHashSet;
import java.util.Set;

/// Reads from the class files which kinds there are, so that a new kind is noticed by the tests
/// that must know them all.
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
