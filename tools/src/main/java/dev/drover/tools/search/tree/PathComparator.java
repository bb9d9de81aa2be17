package dev.drover.tools.search.tree;

import java.util.Comparator;

/// Compares paths name by name, and names by code point: everything below `a` sorts before `a.txt`.
public final class PathComparator implements Comparator<String> {
  public static final PathComparator INSTANCE = new PathComparator();

  private PathComparator() {}

  @Override
  public int compare(String one, String other) {
    int length = Math.min(one.length(), other.length());
    for (int i = 0; i < length; i++) {
      if (one.charAt(i) != other.charAt(i)) {
        return Integer.compare(weight(one.charAt(i)), weight(other.charAt(i)));
      }
    }
    return Integer.compare(one.length(), other.length());
  }

  /// A slash ends a name, so it sorts first; surrogates sort last.
  private static int weight(char c) {
    if (c == '/') {
      return -1;
    }
    return Character.isSurrogate(c) ? c + Character.MAX_VALUE : c;
  }
}
