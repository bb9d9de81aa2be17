package dev.drover.fuzz.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// Texts of the resources in `shell`, in which invisible characters are replaced by symbols.
final class ShellText {
  private ShellText() {}

  static String resource(String name) {
    try (var resource = ShellText.class.getResourceAsStream("/shell/" + name)) {
      return new String(
          Objects.requireNonNull(resource, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  static String decoded(String text) {
    return text.replace('␤', '\n')
        .replace('␍', '\r')
        .replace('␉', '\t')
        .replace('␠', ' ')
        .replace("∅", "");
  }

  /// The inverse of [#decoded], for people.
  static String encoded(String text) {
    return text.replace('\n', '␤').replace('\r', '␍').replace('\t', '␉');
  }

  /// Quotes a text as one word in single quotes.
  static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
