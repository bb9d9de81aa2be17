package dev.drover.tools.artifact;

import dev.drover.tools.place.Obstacle;
import dev.drover.tools.work.WatchedText;
import java.util.regex.Pattern;

/// Searches a line, and stops when its thread is interrupted: an expression can be written that
/// would not come to an end in anybody's lifetime.
final class Search {
  private Search() {}

  /// @param number of the line, for messages
  /// @throws InterruptedException if nobody wants to know any more
  static boolean finds(Pattern pattern, String line, long number)
      throws Obstacle, InterruptedException {
    try {
      return pattern.matcher(new WatchedText().show(line)).find();
    } catch (StackOverflowError deep) {
      // The matcher takes some stack for each time a choice is repeated.
      throw new Obstacle(
          """
          `pattern` is too deep to be searched for in line %d. Use one without a choice inside a \
          repetition, such as [ab]* for (a|b)*.\
          """
              .formatted(number));
    } catch (WatchedText.Stopped stopped) {
      throw new InterruptedException();
    }
  }
}
