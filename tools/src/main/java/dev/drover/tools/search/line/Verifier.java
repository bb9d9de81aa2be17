package dev.drover.tools.search.line;

import dev.drover.tools.place.Obstacle;
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
    watched.show(line);
    try {
      return matcher.reset(watched).find();
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

  /// A text that notices when its reader should stop: an expression can take longer than anybody
  /// lives, and reading characters is all it does meanwhile.
  private static final class WatchedText implements CharSequence {
    private static final int CHARACTERS_A_LOOK = 1 << 16;

    private String text = "";
    private int beforeLook = CHARACTERS_A_LOOK;

    private static final class Stopped extends RuntimeException {
      private static final long serialVersionUID = 1L;

      Stopped() {
        super(null, null, false, false);
      }
    }

    void show(String other) {
      text = other;
    }

    @Override
    public char charAt(int index) {
      if (--beforeLook == 0) {
        beforeLook = CHARACTERS_A_LOOK;
        if (Thread.interrupted()) {
          throw new Stopped();
        }
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
