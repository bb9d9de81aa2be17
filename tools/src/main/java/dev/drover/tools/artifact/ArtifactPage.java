package dev.drover.tools.artifact;

import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.workspace.ToolRefusal;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Numbered lines of an artifact, and a last line that says where they end and how to continue.
///
/// A line that is too long is folded into several, each counted as a line, so every part of an
/// artifact can be paged to.
///
/// Used for one answer.
final class ArtifactPage {
  static final int MAX_LINES = 2_000;
  static final int MAX_LINE_CHARS = 2_000;

  /// Leaves room for the last line of the answer within 50 KiB.
  private static final int MAX_BYTES = ToolSpec.DEFAULT_OUTPUT_LIMIT - 256;

  private static final char BOM = '\uFEFF';

  private final long first;
  private final int limit;
  private final @Nullable Pattern pattern;
  private final StringBuilder shown = new StringBuilder();
  private final StringBuilder line = new StringBuilder();
  private int bytes;
  private int shownLines;
  private long lastShown;
  private long lines;
  private boolean full;

  /// @param first number of the first line to show
  /// @param limit maximum number of lines to show
  /// @param pattern must match a line for it to be shown; null shows all lines
  ArtifactPage(int first, int limit, @Nullable Pattern pattern) {
    this.first = first;
    this.limit = limit;
    this.pattern = pattern;
  }

  String of(Reader text) throws ToolRefusal, IOException, InterruptedException {
    var buffer = new char[8 * 1024];
    for (int n = text.read(buffer); n >= 0; n = text.read(buffer)) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      for (int i = 0; i < n; i++) {
        take(buffer[i]);
      }
    }
    if (!line.isEmpty()) {
      endLine();
    }
    return shown + (pattern == null ? ending() : endingOfSearch());
  }

  private void take(char c) throws ToolRefusal, InterruptedException {
    if (c == '\n') {
      endLine();
      return;
    }
    if (line.length() >= MAX_LINE_CHARS && !isSecondHalf(c)) {
      endLine();
    }
    if (c != BOM || lines > 0 || !line.isEmpty()) {
      line.append(c);
    }
  }

  private boolean isSecondHalf(char c) {
    return Character.isLowSurrogate(c) && Character.isHighSurrogate(line.charAt(line.length() - 1));
  }

  private void endLine() throws ToolRefusal, InterruptedException {
    lines++;
    if (!full && lines >= first) {
      boolean carriageReturn = !line.isEmpty() && line.charAt(line.length() - 1) == '\r';
      var content = line.substring(0, carriageReturn ? line.length() - 1 : line.length());
      if (pattern == null || InterruptibleMatcher.finds(pattern, content, lines)) {
        show(content);
      }
    }
    line.setLength(0);
  }

  private void show(String content) {
    var row = "%6d\t%s\n".formatted(lines, content);
    int size = row.getBytes(StandardCharsets.UTF_8).length;
    full = shownLines == limit || bytes + size > MAX_BYTES;
    if (!full) {
      shown.append(row);
      bytes += size;
      shownLines++;
      lastShown = lines;
    }
  }

  private String ending() throws ToolRefusal {
    if (lines == 0 && first == 1) {
      return "[the artifact is empty]";
    }
    requireWithin();
    return full
        ? "[lines %d to %d of %d; continue with offset %d]"
            .formatted(first, lastShown, lines, lastShown + 1)
        : "[end of artifact, line %d]".formatted(lines);
  }

  private String endingOfSearch() throws ToolRefusal {
    requireWithin();
    if (full) {
      return "[%d matching lines from line %d to %d of %d; continue with offset %d]"
          .formatted(shownLines, first, lastShown, lines, lastShown + 1);
    }
    return shownLines == 0
        ? "[no line matches from line %d to the end, line %d]".formatted(first, lines)
        : "[%d matching lines from line %d to the end, line %d]"
            .formatted(shownLines, first, lines);
  }

  /// Paging ends directly after the last line.
  private void requireWithin() throws ToolRefusal {
    if (first > lines + 1) {
      throw new ToolRefusal(
          "offset %d is past the end: the artifact has %d lines. Use an offset from 1 to %d."
              .formatted(first, lines, Math.max(1, lines)));
    }
  }
}
