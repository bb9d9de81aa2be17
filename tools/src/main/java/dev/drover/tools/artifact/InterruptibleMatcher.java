package dev.drover.tools.artifact;

import dev.drover.tools.call.InterruptibleText;
import dev.drover.tools.workspace.ToolRefusal;
import java.util.regex.Pattern;

/// Searches a line and stops when its thread is interrupted: some expressions backtrack practically
/// forever.
final class InterruptibleMatcher {
  private InterruptibleMatcher() {}

  /// @param number of the line, for messages
  /// @throws InterruptedException if the thread was interrupted
  static boolean finds(Pattern pattern, String line, long number)
      throws ToolRefusal, InterruptedException {
    try {
      return pattern.matcher(new InterruptibleText().show(line)).find();
    } catch (StackOverflowError deep) {
      // The matcher uses stack space for each repetition of an alternative.
      throw new ToolRefusal(
          """
          `pattern` is too deep to be searched for in line %d. Use one without a choice inside a \
          repetition, such as [ab]* for (a|b)*.\
          """
              .formatted(number));
    } catch (InterruptibleText.Stopped stopped) {
      throw new InterruptedException();
    }
  }
}
