package dev.drover.cli.output;

import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.output.StyledText.Span;
import dev.drover.cli.output.StyledText.Style;
import dev.drover.cli.output.TerminalStyle.Colours;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The only writer to the standard streams. All text is made visible first, see [VisibleText]; only
/// the printer adds colour codes, and no text can contain any.
///
/// It tracks its column. On a terminal, a text with line breaks or more than one row continues
/// indented: only the program's own lines begin at the left edge.
///
/// All methods may be called by any thread.
public final class ConsolePrinter {
  private static final String INDENT = "  ";
  private static final int LEAST_ROOM = 10;
  private static final Pattern OWN_CODE =
      Pattern.compile(
          Arrays.stream(Style.values())
              .map(style -> style.code.isEmpty() ? "0" : style.code)
              .collect(Collectors.joining("|", "\u001b\\[(?:", ")m")));

  private final PrintStream out;
  private final Supplier<TerminalStyle> styles;
  // Guarded by this.
  private @Nullable TerminalStyle style;
  private LinePosition place = LinePosition.START;

  private enum LinePosition {
    /// Nothing was written yet, or the last line is empty.
    START,
    NEW_LINE,
    MID_LINE
  }

  /// @param styles called at the first write, and again after [#remeasure]
  ConsolePrinter(PrintStream out, Supplier<TerminalStyle> styles) {
    this.out = out;
    this.styles = styles;
  }

  public static ConsolePrinter out(CliEnvironment host) {
    return new ConsolePrinter(host.streams().out(), () -> TerminalStyle.of(host));
  }

  public static ConsolePrinter err(CliEnvironment host) {
    return new ConsolePrinter(host.streams().err(), () -> TerminalStyle.of(host));
  }

  /// The terminal may have been resized.
  public synchronized void remeasure() {
    style = null;
  }

  private TerminalStyle style() {
    if (style == null) {
      style = styles.get();
    }
    return style;
  }

  /// Ends the current line, if there is one, and writes a whole line.
  ///
  /// @param parts as in [StyledText#of]
  public synchronized void line(Object... parts) {
    var text = StyledText.of(parts);
    int blanks = Math.min(blanksBefore(text.toString()), style().width() / 4);
    rows("", style().isLimited() ? INDENT + " ".repeat(blanks) : "", text);
  }

  /// Discards all later output: the process is ending.
  public synchronized void close() {
    out.close();
  }

  /// Writes a line whose rows all begin with the same mark.
  ///
  /// @param parts as in [StyledText#of]
  public synchronized void block(Object mark, Object... parts) {
    rows(mark, mark, StyledText.of(parts));
  }

  /// Writes a line for people to copy, which is therefore never wrapped.
  public synchronized void copyable(String text) {
    startLine();
    write(StyledText.of(text.replace('\n', ' ')).spans());
    endLine(text.isEmpty());
  }

  /// Writes a JSON object on its own line. Invisible characters become JSON escapes, so parsing
  /// yields the same value.
  public synchronized void json(JsonLine object) {
    json(object.toString());
  }

  /// @param object as written by a [JsonLine] or the codec
  public synchronized void json(String object) {
    startLine();
    out.print(JsonLine.visible(object, style().signs().equals(LineSymbols.PLAIN)));
    endLine(false);
  }

  /// Continues after the last piece.
  ///
  /// @param parts as in [StyledText#of]
  public synchronized void piece(Object... parts) {
    var text = StyledText.of(parts);
    var plain = text.toString();
    if (!plain.isEmpty()) {
      write(text.spans());
      out.flush();
      place = plain.endsWith("\n") ? LinePosition.NEW_LINE : LinePosition.MID_LINE;
    }
  }

  /// Writes a line of another process of this program. Its colour codes are kept, all other codes
  /// are not.
  public synchronized void relay(String text) {
    startLine();
    int from = 0;
    var codes = OWN_CODE.matcher(text);
    while (codes.find()) {
      write(StyledText.of(text.substring(from, codes.start())).spans());
      out.print(codes.group());
      from = codes.end();
    }
    write(StyledText.of(text.substring(from)).spans());
    endLine(text.isEmpty());
  }

  /// Encodes text for this terminal, for an editor or a status line that writes it.
  public synchronized String encoded(Object... parts) {
    var prompt = new StringBuilder();
    StyledText.of(parts).spans().forEach(span -> prompt.append(coded(span)));
    return prompt.toString();
  }

  /// Begins a new line, unless the current one is empty.
  public synchronized void startLine() {
    if (place == LinePosition.MID_LINE) {
      endLine(false);
    }
  }

  /// The person has ended the line.
  public synchronized void typed() {
    place = LinePosition.NEW_LINE;
  }

  /// Leaves one empty line, unless there already is one.
  public synchronized void gap() {
    startLine();
    if (place != LinePosition.START) {
      line("");
    }
  }

  public synchronized void flush() {
    out.flush();
  }

  /// Whether the reader of the output has closed it.
  public synchronized boolean isClosed() {
    return out.checkError();
  }

  private void rows(Object first, Object later, StyledText text) {
    startLine();
    var before = StyledText.of(first);
    int start = VisibleText.columns(before.toString());
    int margin = Math.max(start, VisibleText.columns(StyledText.of(later).toString()));
    int width = style().isLimited() ? style().width() : Integer.MAX_VALUE;
    // Rows after the first may be narrower, so a line that fits is measured separately.
    boolean fits = start + VisibleText.columns(text.toString()) <= width;
    int room = fits ? width : Math.max(LEAST_ROOM, width - margin);
    for (var row : TextWrapper.of(text, room)) {
      write(before.spans());
      write(row);
      endLine(before.toString().isEmpty() && row.isEmpty());
      before = StyledText.of(later);
    }
  }

  private static int blanksBefore(String text) {
    int blanks = 0;
    while (blanks < text.length() && text.charAt(blanks) == ' ') {
      blanks++;
    }
    return blanks;
  }

  private void endLine(boolean isEmpty) {
    out.print('\n');
    out.flush();
    place = isEmpty ? LinePosition.START : LinePosition.NEW_LINE;
  }

  private void write(List<Span> spans) {
    spans.forEach(span -> out.print(coded(span)));
  }

  private String coded(Span span) {
    var text =
        style().signs().equals(LineSymbols.PLAIN) ? VisibleText.ascii(span.text()) : span.text();
    return style().colours() == Colours.OFF || span.style() == Style.PLAIN || text.isEmpty()
        ? text
        : "\u001b[" + span.style().code + "m" + text + "\u001b[0m";
  }
}
