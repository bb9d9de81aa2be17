package dev.drover.testkit.sim;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Laws that were seen to be broken, in words, each beginning with the law's name.
final class Violations {
  private final List<String> all = new ArrayList<>();

  void add(String law, String what) {
    all.add(law + ": " + what);
  }

  // The annotation it wants is in a library that tests do not have.
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
