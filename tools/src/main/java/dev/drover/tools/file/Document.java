package dev.drover.tools.file;

import dev.drover.tools.place.Obstacle;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;

/// The text of a file as an edit sees it. Models write `\n` at the end of a line whatever the file
/// has, so lines end in `\n` here, and a byte order mark is set aside. What is replaced goes back
/// with the line ends around it; every other byte of the file stays what it was.
final class Document {
  private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final byte[] mark;
  private final String original;
  private final String text;

  /// Where in `text` a line ends that ends in `\r\n` in `original`; ascending.
  private final int[] wideEnds;

  private final boolean mostlyWide;

  private Document(byte[] mark, String original) {
    this.mark = mark;
    this.original = original;
    this.text = original.replace("\r\n", "\n");
    this.wideEnds = wideEnds(original);
    this.mostlyWide = wideEnds.length * 2L > text.chars().filter(c -> c == '\n').count();
  }

  static Document of(byte[] bytes, String shown) throws Obstacle {
    int start = startsWith(bytes, BOM) ? BOM.length : 0;
    try {
      var text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes, start, bytes.length - start))
              .toString();
      return new Document(Arrays.copyOf(bytes, start), text);
    } catch (CharacterCodingException _) {
      throw new Obstacle(
          "'%s' is not UTF-8 text, so it cannot be edited without damage. ".formatted(shown)
              + "Use a program that knows its encoding.");
    }
  }

  /// With `\n` at the end of each line.
  String text() {
    return text;
  }

  /// Where a text starts, overlapping places too: a text that fits twice is not where one thinks.
  int[] find(String wanted) {
    return find(wanted, 1);
  }

  /// Where a text starts, each place after the end of the one before.
  int[] findApart(String wanted) {
    return find(wanted, wanted.length());
  }

  private int[] find(String wanted, int step) {
    return IntStream.iterate(
            text.indexOf(wanted), at -> at >= 0, at -> text.indexOf(wanted, at + step))
        .toArray();
  }

  /// Counted from 1.
  int lineOf(int at) {
    return 1 + (int) text.chars().limit(at).filter(c -> c == '\n').count();
  }

  /// The file with the text at each of these places replaced, byte for byte what it was elsewhere.
  ///
  /// @param length of the text that goes, the same everywhere
  byte[] replacing(int[] starts, int length, String replacement) {
    var next = new StringBuilder(original.length());
    int copied = 0;
    for (int start : starts) {
      next.append(original, copied, inOriginal(start));
      next.append(withEndsOf(start, start + length, replacement));
      copied = inOriginal(start + length);
    }
    next.append(original, copied, original.length());
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(mark);
    bytes.writeBytes(next.toString().getBytes(StandardCharsets.UTF_8));
    return bytes.toByteArray();
  }

  private String withEndsOf(int from, int to, String replacement) {
    int end = text.indexOf('\n', from);
    boolean wide = (end >= 0 && end < to) ? isWide(end) : mostlyWide;
    return wide ? replacement.replace("\n", "\r\n") : replacement;
  }

  private boolean isWide(int end) {
    return Arrays.binarySearch(wideEnds, end) >= 0;
  }

  private int inOriginal(int at) {
    int found = Arrays.binarySearch(wideEnds, at);
    return at + (found >= 0 ? found : -found - 1);
  }

  private static boolean startsWith(byte[] bytes, byte[] prefix) {
    return bytes.length >= prefix.length
        && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
  }

  private static int[] wideEnds(String original) {
    var ends =
        IntStream.iterate(
                original.indexOf("\r\n"), at -> at >= 0, at -> original.indexOf("\r\n", at + 2))
            .toArray();
    // The n-th of them stands n characters earlier in the text, which has no `\r` before it.
    Arrays.setAll(ends, i -> ends[i] - i);
    return ends;
  }
}
