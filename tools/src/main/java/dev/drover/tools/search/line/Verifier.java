package dev.drover.tools.search.line;

import dev.drover.tools.place.Obstacle;
import dev.drover.tools.work.WatchedText;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Asks the expression itself about one line.
///
/// Not safe for use by several threads.
final class Verifier {
  private final Matcher ascii;
  private final Matcher unicode;
  private final WatchedText watched = new WatchedText();

  Verifier(Pattern ascii, Pattern unicode) {
    this.ascii = ascii.matcher("");
    this.unicode = unicode.matcher("");
  }

  boolean matches(byte[] bytes, int from, int to) throws Obstacle, InterruptedException {
    if (isAscii(bytes, from, to)) {
      return find(ascii, new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
    }
    return find(unicode, new String(bytes, from, to - from, StandardCharsets.UTF_8));
  }

  /// @return where in the line the first match starts
  int start(String line) throws Obstacle, InterruptedException {
    return find(unicode, line) ? unicode.start() : 0;
  }

  private boolean find(Matcher matcher, String line) throws Obstacle, InterruptedException {
    try {
      return matcher.reset(watched.show(line)).find();
    } catch (WatchedText.Stopped stopped) {
      throw new InterruptedException();
    } catch (StackOverflowError tooDeep) {
      throw new Obstacle(
          "The pattern needs too many steps on a line of %d characters. ".formatted(line.length())
              + "Use a simpler one, without a repeated group such as (a|b)*, or leave files with "
              + "such lines out with glob.");
    }
  }

  private static boolean isAscii(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] < 0) {
        return false;
      }
    }
    return true;
  }
}
