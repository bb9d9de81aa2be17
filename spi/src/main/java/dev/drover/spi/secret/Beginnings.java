package dev.drover.spi.secret;

import java.util.Arrays;
import java.util.Collection;

/// Texts of which the end of another one may be the beginning. Asked at several places of every
/// fragment of every reply, so each place is told from the others by its first character.
final class Beginnings {
  private static final int SLOTS = 128;
  private static final String[] NONE = {};

  /// By the last bits of the first character.
  private final String[][] bySlot = new String[SLOTS][];

  private final int longest;

  Beginnings(Collection<String> wholes) {
    Arrays.fill(bySlot, NONE);
    int most = 0;
    for (var whole : wholes) {
      int slot = slot(whole.charAt(0));
      bySlot[slot] = Arrays.copyOf(bySlot[slot], bySlot[slot].length + 1);
      bySlot[slot][bySlot[slot].length - 1] = whole;
      most = Math.max(most, whole.length());
    }
    longest = most;
  }

  private static int slot(char first) {
    return first & (SLOTS - 1);
  }

  int longest() {
    return longest;
  }

  /// Whether one of them begins with what stands from there to the end, and goes on.
  boolean isOneBegunAt(String text, int at) {
    int length = text.length() - at;
    for (var whole : bySlot[slot(text.charAt(at))]) {
      if (whole.length() > length && text.regionMatches(at, whole, 0, length)) {
        return true;
      }
    }
    return false;
  }
}
