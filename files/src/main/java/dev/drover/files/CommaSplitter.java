package dev.drover.files;

import java.util.ArrayList;
import java.util.List;

/// Splits a text at its commas, except between brackets: `Bash(a, b), Read` has two parts.
final class CommaSplitter {
  private CommaSplitter() {}

  static List<String> splitOutsideBrackets(String text) {
    var parts = new ArrayList<String>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '(', '[', '{' -> depth++;
        case ')', ']', '}' -> depth--;
        case ',' -> {
          if (depth <= 0) {
            add(parts, text.substring(from, i));
            from = i + 1;
          }
        }
        default -> {}
      }
    }
    add(parts, text.substring(from));
    return List.copyOf(parts);
  }

  private static void add(List<String> parts, String part) {
    if (!part.isBlank()) {
      parts.add(part.strip());
    }
  }
}
