package dev.drover.spi.secret;

import java.util.Arrays;

/// Finds out in one pass whether a text has any sign of a secret. Nearly all texts have none, and
/// every text goes through here, every fragment of one too. So places are passed over by their
/// first two characters: many words begin with the letter of some anchor, few with two.
final class Anchors {
  private static final int ASCII = 128;
  private static final String[] NONE = {};

  /// By the first character, the anchors that begin with it.
  private static final String[][] BY_FIRST = byFirst();

  /// A bit for each two characters that some anchor begins with.
  private static final long[] PAIRS = pairs();

  private Anchors() {}

  private static String[][] byFirst() {
    var all = new String[ASCII][];
    Arrays.fill(all, NONE);
    for (var shape : SecretShape.KNOWN) {
      for (var anchor : shape.anchors()) {
        int first = anchor.charAt(0);
        all[first] = Arrays.copyOf(all[first], all[first].length + 1);
        all[first][all[first].length - 1] = anchor;
      }
    }
    return all;
  }

  private static long[] pairs() {
    var pairs = new long[ASCII * ASCII / Long.SIZE];
    for (var shape : SecretShape.KNOWN) {
      for (var anchor : shape.anchors()) {
        int pair = anchor.charAt(0) * ASCII + anchor.charAt(1);
        pairs[pair / Long.SIZE] |= 1L << pair;
      }
    }
    return pairs;
  }

  static boolean areIn(String text) {
    int last = text.length() - 2;
    if (last <= 0) {
      return false;
    }
    char next = text.charAt(0);
    for (int at = 0; at < last; at++) {
      char c = next;
      next = text.charAt(at + 1);
      if (c < ASCII && next < ASCII && isPair(c, next) && isOneAt(text, at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPair(char first, char second) {
    int pair = first * ASCII + second;
    return (PAIRS[pair / Long.SIZE] & 1L << pair) != 0;
  }

  private static boolean isOneAt(String text, int at) {
    for (var anchor : BY_FIRST[text.charAt(at)]) {
      if (text.startsWith(anchor, at)) {
        return true;
      }
    }
    return false;
  }
}
