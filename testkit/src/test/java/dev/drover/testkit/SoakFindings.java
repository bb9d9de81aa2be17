package dev.drover.testkit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is wrong, a line each.
final class SoakFindings {
  private final List<String> lines = new ArrayList<>();

  // The annotation that is wanted belongs to a library that the test kit does not have.
  @SuppressWarnings("AnnotateFormatMethod")
  void check(boolean holds, String words, @Nullable Object... of) {
    if (!holds) {
      lines.add(words.formatted(of));
    }
  }

  List<String> lines() {
    return List.copyOf(lines);
  }
}
