package dev.drover.cli.chat;

import java.util.regex.Pattern;

/// What was typed when nobody had asked for it. It answers no question and is never sent by itself:
/// it is in the editor when that comes back.
///
/// All methods may be called by any thread.
final class TypedAhead {
  /// Arrows and other keys that are no characters.
  private static final Pattern KEY_CODE =
      Pattern.compile("\u001b(?:\\[[0-?]*[ -/]*[@-~]|O.|.)?", Pattern.DOTALL);

  private static final char BACKSPACE = '\b';
  private static final char DELETE = '\u007f';

  // Guarded by this.
  private final StringBuilder text = new StringBuilder();

  /// @param keys as the terminal sent them
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

  /// @param line as an editor had it when somebody was asked: its line breaks stay
  synchronized void addLine(String line) {
    text.append(line);
  }

  /// All of it, once.
  synchronized String take() {
    var all = text.toString();
    text.setLength(0);
    return all;
  }
}
