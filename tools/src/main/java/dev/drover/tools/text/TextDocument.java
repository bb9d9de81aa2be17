package dev.drover.tools.text;

import dev.drover.tools.workspace.ToolRefusal;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// The text of a file as an edit sees it. Models write ` ` line ends whatever the file has, so
/// lines end in ` ` here, and a byte order mark is removed. Replacements get the surrounding line
/// ends; every other byte of the file is preserved.
public final class TextDocument {
  private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final byte[] mark;
  private final String original;
  private final String text;

  /// The offsets in `text` of lines that end in `\r ` in `original`; ascending.
  private final int[] wideEnds;

  private final boolean mostlyWide;

  private TextDocument(byte[] mark, String original) {
    this.mark = mark;
    this.original = original;
    this.text = original.replace("\r\n", "\n");
    this.wideEnds = wideEnds(original);
    this.mostlyWide = wideEnds.length * 2L > text.chars().filter(c -> c == '\n').count();
  }

  /// @param shown name of the file in error messages
  public static TextDocument of(String shown, byte[] bytes) throws ToolRefusal {
    int start = startsWith(bytes, BOM) ? BOM.length : 0;
    try {
      var text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes, start, bytes.length - start))
              .toString();
      return new TextDocument(Arrays.copyOf(bytes, start), text);
    } catch (CharacterCodingException _) {
      throw new ToolRefusal(
          "'%s' is not UTF-8 text, so it cannot be edited without damage. ".formatted(shown)
              + "Use a program that knows its encoding.");
    }
  }

  /// The text with ` ` line ends.
  public String text() {
    return text;
  }

  /// The offsets at which a text occurs.
  public List<Integer> find(String wanted) {
    return IntStream.iterate(
            text.indexOf(wanted), at -> at >= 0, at -> text.indexOf(wanted, at + 1))
        .boxed()
        .toList();
  }

  /// The line number of an offset, counted from 1.
  public int lineOf(int at) {
    return 1 + (int) text.chars().limit(at).filter(c -> c == '\n').count();
  }

  /// The file with these parts of the text replaced; all other bytes are preserved.
  ///
  /// @param splices ascending and disjoint
  public byte[] with(List<TextSplice> splices) {
    var next = new StringBuilder(original.length());
    int copied = 0;
    for (var splice : splices) {
      next.append(original, copied, inOriginal(splice.start()));
      next.append(withEndsOf(splice));
      copied = inOriginal(splice.end());
    }
    next.append(original, copied, original.length());
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(mark);
    bytes.writeBytes(next.toString().getBytes(StandardCharsets.UTF_8));
    return bytes.toByteArray();
  }

  private String withEndsOf(TextSplice splice) {
    int end = text.indexOf('\n', splice.start());
    boolean wide = (end >= 0 && end < splice.end()) ? isWide(end) : mostlyWide;
    return wide ? splice.replacement().replace("\n", "\r\n") : splice.replacement();
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
    // The n-th of them is n characters earlier in the text, which has no `\r` before it.
    Arrays.setAll(ends, i -> ends[i] - i);
    return ends;
  }
}
