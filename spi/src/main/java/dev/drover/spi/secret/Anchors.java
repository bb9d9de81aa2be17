package dev.drover.spi.secret;

import java.util.ArrayList;
import java.util.List;

/// Finds out in one pass whether a text has any sign of a secret. Nearly all texts have none, and
/// every text goes through here.
final class Anchors {
  private static final int ASCII = 128;
  private static final String[] NONE = {};

  /// By the first character, the anchors that begin with it.
  private static final String[][] BY_FIRST = byFirst();

  private Anchors() {}

  private static String[][] byFirst() {
    var lists = new ArrayList<List<String>>();
    for (int c = 0; c < ASCII; c++) {
      lists.add(new ArrayList<>());
    }
    for (var shape : SecretShape.KNOWN) {
      shape.anchors().forEach(anchor -> lists.get(anchor.charAt(0)).add(anchor));
    }
    return lists.stream()
        .map(list -> list.isEmpty() ? NONE : list.toArray(String[]::new))
        .toArray(String[][]::new);
  }

  static boolean areIn(String text) {
    int last = text.length() - 2;
    for (int at = 0; at < last; at++) {
      char c = text.charAt(at);
      if (c < ASCII) {
        var anchors = BY_FIRST[c];
        for (int i = 0; i < anchors.length; i++) {
          if (text.startsWith(anchors[i], at)) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
