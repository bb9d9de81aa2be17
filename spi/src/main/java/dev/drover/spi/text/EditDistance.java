package dev.drover.spi.text;

/// The distance between two names, for suggesting the one that was meant.
public final class EditDistance {
  private EditDistance() {}

  /// The number of letters to insert, delete or replace.
  public static int between(String from, String to) {
    var row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int change = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}
