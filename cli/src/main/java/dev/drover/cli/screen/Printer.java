package dev.drover.cli.screen;

import dev.drover.cli.host.Host;
import dev.drover.cli.screen.Look.Colours;
import dev.drover.cli.screen.StyledText.Span;
import dev.drover.cli.screen.StyledText.Style;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The only writer to the standard streams. Whatever it gets is made visible first, see
/// [VisibleText]; the codes for colours are its own, and no text can bring any.
///
/// It knows where on the line it is. On a terminal a text that goes on in another row, because it
/// has line breaks or is too long, goes on indented: only the program itself begins at the left
/// edge.
///
/// All methods may be called by any thread.
public final class Printer {
  private static final String INDENT = "  ";
  private static final int LEAST_ROOM = 10;
  private static final Pattern OWN_CODE =
      Pattern.compile(
          Arrays.stream(Style.values())
              .map(style -> style.code.isEmpty() ? "0" : style.code)
              .collect(Collectors.joining("|", "\u001b\\[(?:", ")m")));

  private final PrintStream out;
  private final Supplier<Look> looks;
  // Guarded by this.
  private @Nullable Look look;
  private Place place = Place.START;

  private enum Place {
    /// Nothing was written yet, or an empty line.
    START,
    NEW_LINE,
    MID_LINE
  }

  /// @param looks asked when something is written, and after [#remeasure] once more
  Printer(PrintStream out, Supplier<Look> looks) {
    this.out = out;
    this.looks = looks;
  }

  public static Printer out(Host host) {
    return new Printer(host.streams().out(), () -> Look.of(host));
  }

  public static Printer err(Host host) {
    return new Printer(host.streams().err(), () -> Look.of(host));
  }

  /// The terminal may have another size by now.
  public synchronized void remeasure() {
    look = null;
  }

  private Look look() {
    if (look == null) {
      look = looks.get();
    }
    return look;
  }

  /// Ends the line that was begun, if one was, and writes a whole one.
  ///
  /// @param parts as in [StyledText#of]
  public synchronized void line(Object... parts) {
    var text = StyledText.of(parts);
    int blanks = Math.min(blanksBefore(text.toString()), look().width() / 4);
    rows("", look().isLimited() ? INDENT + " ".repeat(blanks) : "", text);
  }

  /// Nothing that is written from now on is seen: the process ends.
  public synchronized void close() {
    out.close();
  }

  /// Writes a line whose rows all begin with the same mark.
  ///
  /// @param parts as in [StyledText#of]
  public synchronized void block(Object mark, Object... parts) {
    rows(mark, mark, StyledText.of(parts));
  }

  /// Writes one line that people copy, and that is therefore never broken by us.
  public synchronized void copyable(String text) {
    fresh();
    write(StyledText.of(text.replace('\n', ' ')).spans());
    endLine(text.isEmpty());
  }

  /// Writes one JSON object on a line of its own. All that is not visible becomes an escape of
  /// JSON, so what is read from it stays the same.
  public synchronized void json(JsonLine object) {
    json(object.toString());
  }

  /// @param object as a [JsonLine] or the codec wrote it
  public synchronized void json(String object) {
    fresh();
    out.print(JsonLine.visible(object, look().signs().equals(Signs.PLAIN)));
    endLine(false);
  }

  /// Writes where the last piece ended.
  ///
  /// @param parts as in [StyledText#of]
  public synchronized void piece(Object... parts) {
    var text = StyledText.of(parts);
    var plain = text.toString();
    if (!plain.isEmpty()) {
      write(text.spans());
      out.flush();
      place = plain.endsWith("\n") ? Place.NEW_LINE : Place.MID_LINE;
    }
  }

  /// Writes a line that another process of this program wrote. Its codes for colours are kept, and
  /// no others.
  public synchronized void relay(String text) {
    fresh();
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

  /// A text as this terminal may get it, for an editor or a status line that writes by itself.
  public synchronized String encoded(Object... parts) {
    var prompt = new StringBuilder();
    StyledText.of(parts).spans().forEach(span -> prompt.append(coded(span)));
    return prompt.toString();
  }

  /// Begins a new line, unless one was just begun.
  public synchronized void fresh() {
    if (place == Place.MID_LINE) {
      endLine(false);
    }
  }

  /// A person has ended the line.
  public synchronized void typed() {
    place = Place.NEW_LINE;
  }

  /// Leaves one line empty, unless one was just left.
  public synchronized void gap() {
    fresh();
    if (place != Place.START) {
      line("");
    }
  }

  public synchronized void flush() {
    out.flush();
  }

  /// Whether whoever read this has gone.
  public synchronized boolean isClosed() {
    return out.checkError();
  }

  private void rows(Object first, Object later, StyledText text) {
    fresh();
    var before = StyledText.of(first);
    int start = VisibleText.columns(before.toString());
    int margin = Math.max(start, VisibleText.columns(StyledText.of(later).toString()));
    int width = look().isLimited() ? look().width() : Integer.MAX_VALUE;
    // Rows after the first may have less room, so a line that fits is measured by itself.
    boolean fits = start + VisibleText.columns(text.toString()) <= width;
    int room = fits ? width : Math.max(LEAST_ROOM, width - margin);
    for (var row : TextRows.of(text, room)) {
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
    place = isEmpty ? Place.START : Place.NEW_LINE;
  }

  private void write(List<Span> spans) {
    spans.forEach(span -> out.print(coded(span)));
  }

  private String coded(Span span) {
    var text = look().signs().equals(Signs.PLAIN) ? VisibleText.ascii(span.text()) : span.text();
    return look().colours() == Colours.OFF || span.style() == Style.PLAIN || text.isEmpty()
        ? text
        : "\u001b[" + span.style().code + "m" + text + "\u001b[0m";
  }
}
