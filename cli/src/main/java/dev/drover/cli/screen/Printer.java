package dev.drover.cli.screen;

import java.io.PrintStream;

/// Writes lines and pieces of lines to one stream, and knows where on the line it is.
///
/// All methods may be called by any thread.
public final class Printer {
  private final PrintStream out;
  // Guarded by this.
  private Place place = Place.START;

  private enum Place {
    /// Nothing was written yet, or an empty line.
    START,
    NEW_LINE,
    MID_LINE
  }

  public Printer(PrintStream out) {
    this.out = out;
  }

  /// Ends the line that was begun, if one was, and writes a whole one.
  public synchronized void line(String text) {
    fresh();
    out.print(text);
    out.print('\n');
    out.flush();
    place = text.isEmpty() ? Place.START : Place.NEW_LINE;
  }

  /// Writes where the last piece ended.
  public synchronized void piece(String text) {
    if (!text.isEmpty()) {
      out.print(text);
      out.flush();
      place = text.endsWith("\n") ? Place.NEW_LINE : Place.MID_LINE;
    }
  }

  /// Begins a new line, unless one was just begun.
  public synchronized void fresh() {
    if (place == Place.MID_LINE) {
      out.print('\n');
      out.flush();
      place = Place.NEW_LINE;
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

  /// Whether whoever read this has gone.
  public synchronized boolean isClosed() {
    return out.checkError();
  }
}
