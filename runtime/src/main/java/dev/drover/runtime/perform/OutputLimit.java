package dev.drover.runtime.perform;

import dev.drover.kernel.Text;
import dev.drover.runtime.agent.Texts;
import java.nio.charset.StandardCharsets;

/// Keeps a tool's output within what the model is shown: the head, the tail, and a line between
/// them that says how much is missing and where it is.
final class OutputLimit {
  private OutputLimit() {}

  static Text cut(Text output, int limit, Texts texts) {
    if (!(output instanceof Text.Inline(var value)) || value.length() <= limit / 3) {
      return texts.settled(output);
    }
    var utf8 = value.getBytes(StandardCharsets.UTF_8);
    if (utf8.length <= limit) {
      return texts.of(value);
    }
    var whole = texts.of(value);
    var kept = whole instanceof Text.Stored(var blob, _) ? "; the whole is blob " + blob : "";
    int head = boundary(utf8, limit / 2);
    int tail = boundary(utf8, utf8.length - limit / 2);
    return texts.of(
        "%s\n[… %d of %d bytes left out%s …]\n%s"
            .formatted(
                text(utf8, 0, head),
                tail - head,
                utf8.length,
                kept,
                text(utf8, tail, utf8.length)));
  }

  /// The nearest place at or before `index` that is not inside a character.
  private static int boundary(byte[] utf8, int index) {
    int at = index;
    while (at > 0 && (utf8[at] & 0xC0) == 0x80) {
      at--;
    }
    return at;
  }

  private static String text(byte[] utf8, int from, int to) {
    return new String(utf8, from, to - from, StandardCharsets.UTF_8);
  }
}
