package dev.drover.testkit.sim;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Violations of laws, each beginning with the name of the law.
final class LawViolations {
  private final List<String> all = new ArrayList<>();

  void add(String law, String what) {
    all.add(law + ": " + what);
  }

  // The suggested annotation is in a library that tests do not use.
  @SuppressWarnings("AnnotateFormatMethod")
  void require(boolean holds, String law, String what, @Nullable Object... details) {
    if (!holds) {
      add(law, what.formatted(details));
    }
  }

  List<String> all() {
    return List.copyOf(all);
  }

  boolean areNone() {
    return all.isEmpty();
  }
}
