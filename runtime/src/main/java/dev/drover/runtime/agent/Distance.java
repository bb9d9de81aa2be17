package dev.drover.runtime.agent;

/// How many letters differ between two names.
final class Distance {
  private Distance() {}

  static int between(String left, String right) {
    var row = new int[right.length() + 1];
    for (int j = 0; j <= right.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= right.length(); j++) {
        int above = row[j];
        int swapped = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(swapped, Math.min(above, row[j - 1]) + 1);
        diagonal = above;
      }
    }
    return row[right.length()];
  }
}
