package dev.drover.tools.artifact;

import dev.drover.tools.place.Obstacle;
import java.util.regex.Pattern;

/// Searches a line, and stops when its thread is interrupted: an expression can be written that
/// would not come to an end in anybody's lifetime.
final class Search {
  private static final int LOOKS_BETWEEN_CHECKS = 1_024;

  private Search() {}

  /// @param number of the line, for messages
  /// @throws InterruptedException if nobody wants to know any more
  static boolean finds(Pattern pattern, String line, long number)
      throws Obstacle, InterruptedException {
    try {
      return pattern.matcher(new Watched(line)).find();
    } catch (StackOverflowError deep) {
      // The matcher takes some stack for each time a choice is repeated.
      throw new Obstacle(
          """
          `pattern` is too deep to be searched for in line %d. Use one without a choice inside a \
          repetition, such as [ab]* for (a|b)*.\
          """
              .formatted(number));
    } catch (Stopped stopped) {
      throw new InterruptedException();
    }
  }

  /// A matcher cannot be stopped but by the text it reads.
  private static final class Watched implements CharSequence {
    private final String text;
    private int looks;

    Watched(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      if (++looks % LOOKS_BETWEEN_CHECKS == 0 && Thread.interrupted()) {
        throw new Stopped();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int from, int to) {
      return text.substring(from, to);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
