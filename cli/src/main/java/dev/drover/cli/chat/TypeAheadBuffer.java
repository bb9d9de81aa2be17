package dev.drover.cli.chat;

import java.util.regex.Pattern;

/// Keeps input that was typed while no prompt was open. It answers no question and is never sent by
/// itself: it appears in the editor when the editor returns.
///
/// All methods may be called by any thread.
final class TypeAheadBuffer {
  /// Arrows and other keys that produce no characters.
  private static final Pattern KEY_CODE =
      Pattern.compile("\u001b(?:\\[[0-?]*[ -/]*[@-~]|O.|.)?", Pattern.DOTALL);

  private static final char BACKSPACE = '\b';
  private static final char DELETE = '\u007f';

  // Guarded by this.
  private final StringBuilder text = new StringBuilder();

  /// @param keys as sent by the terminal
  synchronized void add(String keys) {
    KEY_CODE.matcher(keys).replaceAll("").chars().forEach(key -> add((char) key));
  }

  private void add(char key) {
    if (key == BACKSPACE || key == DELETE) {
      if (!text.isEmpty()) {
        text.setLength(text.offsetByCodePoints(text.length(), -1));
      }
    } else if (!Character.isISOControl(key)) {
      text.append(key);
    } else if (!text.isEmpty() && text.charAt(text.length() - 1) != ' ') {
      text.append(' ');
    }
  }

  /// @param line the editor's content when a question arrived; its line breaks stay
  synchronized void addLine(String line) {
    text.append(line);
  }

  /// Returns and clears the text.
  synchronized String take() {
    var all = text.toString();
    text.setLength(0);
    return all;
  }
}
