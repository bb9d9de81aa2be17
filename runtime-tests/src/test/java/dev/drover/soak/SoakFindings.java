package dev.drover.soak;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The violations, one line each.
final class SoakFindings {
  private final List<String> lines = new ArrayList<>();

  // The suggested annotation belongs to a library that the test kit does not use.
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
