package dev.drover.tools.file;

import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.workspace.ToolRefusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/// Numbered lines of a text, and a last line that says where they end and how to continue. The text
/// may have any size: lines that are not shown are counted but not held.
///
/// Used for one text.
final class FileExcerpt {
  static final int MAX_LINES = 2_000;
  static final int MAX_LINE_CHARS = 2_000;

  /// Leaves room for the last line of the answer within 50 KiB.
  static final int MAX_BYTES = ToolSpec.DEFAULT_OUTPUT_LIMIT - 256;

  private static final char BOM = '\uFEFF';

  private final int first;
  private final int limit;
  private final int maxBytes;
  private final StringBuilder shown = new StringBuilder();
  private final StringBuilder line = new StringBuilder();
  private int bytes;
  private long lineChars;
  private long lines;
  private long lastShown;
  private boolean full;

  /// @param first number of the first line to show
  /// @param limit maximum number of lines
  /// @param maxBytes maximum number of bytes
  FileExcerpt(int first, int limit, int maxBytes) {
    this.first = first;
    this.limit = limit;
    this.maxBytes = maxBytes;
  }

  String of(InputStream text) throws ToolRefusal, IOException {
    Reader reader = new InputStreamReader(text, StandardCharsets.UTF_8);
    var buffer = new char[8 * 1024];
    for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
      for (int i = 0; i < n; i++) {
        take(buffer[i]);
      }
    }
    if (lineChars > 0) {
      endLine();
    }
    return shown + ending();
  }

  private void take(char c) {
    if (c == '\n') {
      endLine();
      return;
    }
    lineChars++;
    if (isWanted() && line.length() < MAX_LINE_CHARS) {
      line.append(c);
    }
  }

  private boolean isWanted() {
    return !full && lines + 1 >= first;
  }

  private void endLine() {
    if (isWanted()) {
      show(lines + 1, content());
    }
    lines++;
    lineChars = 0;
    line.setLength(0);
  }

  private String content() {
    if (lines == 0 && !line.isEmpty() && line.charAt(0) == BOM) {
      line.deleteCharAt(0);
    }
    if (lineChars > MAX_LINE_CHARS) {
      if (Character.isHighSurrogate(line.charAt(line.length() - 1))) {
        line.setLength(line.length() - 1);
      }
      return "%s… [line cut, it has %d characters]".formatted(line, lineChars);
    }
    boolean carriageReturn = !line.isEmpty() && line.charAt(line.length() - 1) == '\r';
    return line.substring(0, carriageReturn ? line.length() - 1 : line.length());
  }

  private void show(long number, String content) {
    var row = "%6d\t%s\n".formatted(number, content);
    int size = row.getBytes(StandardCharsets.UTF_8).length;
    full = number - first >= limit || bytes + size > maxBytes;
    if (!full) {
      shown.append(row);
      bytes += size;
      lastShown = number;
    }
  }

  private String ending() throws ToolRefusal {
    if (lines == 0 && first == 1) {
      return "[the file is empty]";
    }
    if (first > lines + 1) {
      throw new ToolRefusal(
          "offset %d is past the end: the file has %d lines. Use an offset from 1 to %d."
              .formatted(first, lines, Math.max(1, lines)));
    }
    if (lastShown == lines || first == lines + 1) {
      return "[end of file, line %d]".formatted(lines);
    }
    if (lastShown == 0) {
      return "[none of %d lines, the answer is full; read it in another call]".formatted(lines);
    }
    return "[lines %d to %d of %d; continue with offset %d]"
        .formatted(first, lastShown, lines, lastShown + 1);
  }
}
