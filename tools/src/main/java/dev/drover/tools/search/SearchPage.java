package dev.drover.tools.search;

import dev.drover.tools.call.CallArguments;
import dev.drover.tools.call.CallArguments.Range;
import dev.drover.tools.workspace.ToolRefusal;

/// The rows of a result that a call asks for.
///
/// @param offset number of the first row, from 1
/// @param limit maximum number of rows
record SearchPage(int offset, int limit) {
  /// Default number of rows on a page.
  static final int ROWS = 100;

  static final int MAX_ROWS = 1_000;

  /// For the schemas of tools.
  static final String PROPERTIES =
      """
      "offset":{"type":"integer","minimum":1,"description":"first row to show; 1 if not given"},\
      "limit":{"type":"integer","minimum":1,"maximum":1000,"description":"rows to show; %d if not \
      given"}\
      """;

  static SearchPage of(CallArguments arguments, int rows) throws ToolRefusal {
    return new SearchPage(
        arguments.number("offset", new Range(1, Integer.MAX_VALUE), 1),
        arguments.number("limit", new Range(1, MAX_ROWS), rows));
  }

  /// The number of the last row, if the result has that many.
  long last() {
    return (long) offset + limit - 1;
  }

  /// @param total number of all rows, at least one
  void mustHaveRows(long total) throws ToolRefusal {
    if (offset > total) {
      throw new ToolRefusal(
          "offset %d is past the end: there are %d rows. Use an offset from 1 to %d."
              .formatted(offset, total, total));
    }
  }

  /// The text below the rows.
  ///
  /// @param shown number of rows above
  String ending(long shown, long total, String what) {
    long end = offset + shown - 1;
    var rows = "rows %d-%d of %d".formatted(offset, end, total);
    return end < total
        ? "[%s (%s); continue with offset=%d]".formatted(rows, what, end + 1)
        : "[%s (%s); there are no more]".formatted(rows, what);
  }
}
