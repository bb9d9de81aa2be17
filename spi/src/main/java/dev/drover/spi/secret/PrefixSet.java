package dev.drover.spi.secret;

import java.util.Arrays;
import java.util.Collection;

/// Strings that the end of a text may be a prefix of. Queried at several positions of every
/// fragment of every reply, so candidates are looked up by their first character.
final class PrefixSet {
  private static final int SLOTS = 128;
  private static final String[] NONE = {};

  /// Indexed by the low bits of the first character.
  private final String[][] bySlot = new String[SLOTS][];

  private final int longest;

  PrefixSet(Collection<String> wholes) {
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

  /// Whether one of them begins with the rest of the text from there, and is longer.
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
