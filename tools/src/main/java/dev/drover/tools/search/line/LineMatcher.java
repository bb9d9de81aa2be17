package dev.drover.tools.search.line;

import dev.drover.tools.call.InterruptibleText;
import dev.drover.tools.workspace.ToolRefusal;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Matches one line with the expression itself.
///
/// Not safe for use by several threads.
final class LineMatcher {
  private final Matcher ascii;
  private final Matcher unicode;
  private final InterruptibleText watched = new InterruptibleText();

  LineMatcher(Pattern ascii, Pattern unicode) {
    this.ascii = ascii.matcher("");
    this.unicode = unicode.matcher("");
  }

  boolean matches(byte[] bytes, int from, int to) throws ToolRefusal, InterruptedException {
    if (isAscii(bytes, from, to)) {
      return find(ascii, new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
    }
    return find(unicode, new String(bytes, from, to - from, StandardCharsets.UTF_8));
  }

  /// @return the start of the first match in the line
  int start(String line) throws ToolRefusal, InterruptedException {
    return find(unicode, line) ? unicode.start() : 0;
  }

  private boolean find(Matcher matcher, String line) throws ToolRefusal, InterruptedException {
    try {
      return matcher.reset(watched.show(line)).find();
    } catch (InterruptibleText.Stopped stopped) {
      throw new InterruptedException();
    } catch (StackOverflowError tooDeep) {
      throw new ToolRefusal(
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
