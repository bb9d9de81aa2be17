package dev.drover.tools.search;

import dev.drover.tools.place.Obstacle;
import dev.drover.tools.work.Arguments;
import dev.drover.tools.work.Arguments.Range;

/// Which rows of a result a call wants to see.
///
/// @param offset number of the first row, from 1
/// @param limit how many rows at most
record Page(int offset, int limit) {
  /// Rows of a page if the call does not say.
  static final int ROWS = 100;

  static final int MAX_ROWS = 1_000;

  /// For the schema of a tool.
  static final String PROPERTIES =
      """
      "offset":{"type":"integer","minimum":1,"description":"first row to show; 1 if not given"},\
      "limit":{"type":"integer","minimum":1,"maximum":1000,"description":"rows to show; %d if not \
      given"}\
      """;

  static Page of(Arguments arguments, int rows) throws Obstacle {
    return new Page(
        arguments.number("offset", new Range(1, Integer.MAX_VALUE), 1),
        arguments.number("limit", new Range(1, MAX_ROWS), rows));
  }

  /// The number of the last row, if there are so many.
  long last() {
    return (long) offset + limit - 1;
  }

  /// @param total how many rows there are, at least one
  void mustHaveRows(long total) throws Obstacle {
    if (offset > total) {
      throw new Obstacle(
          "offset %d is past the end: there are %d rows. Use an offset from 1 to %d."
              .formatted(offset, total, total));
    }
  }

  /// What the model reads below the rows.
  ///
  /// @param shown how many rows are above
  String ending(long shown, long total, String what) {
    long end = offset + shown - 1;
    var rows = "rows %d-%d of %d".formatted(offset, end, total);
    return end < total
        ? "[%s (%s); continue with offset=%d]".formatted(rows, what, end + 1)
        : "[%s (%s); there are no more]".formatted(rows, what);
  }
}
