package dev.drover.cli.runtime;

import dev.drover.kernel.value.SessionId;
import dev.drover.problem.DroverException;
import dev.drover.problem.SessionUnavailable.SessionUnreadable;
import dev.drover.query.SessionQueries;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.watch.Cursor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads journals only to check that they are readable, newest sessions first.
///
/// @param problems of unreadable sessions
/// @param checked the number of sessions read
public record JournalCheck(Map<SessionId, DroverException> problems, int checked) {
  /// @param rows oldest first
  /// @param mostEvents the number of events after which no further session is read
  public static JournalCheck of(SessionQueries queries, List<SessionRow> rows, long mostEvents) {
    var problems = new LinkedHashMap<SessionId, DroverException>();
    int checked = 0;
    long events = 0;
    for (var row : rows.reversed()) {
      if (events >= mostEvents) {
        break;
      }
      try {
        JournalPages.pages(queries, Cursor.start(row.session()), _ -> {});
        queries.snapshot(row.session());
      } catch (DroverException unreadable) {
        problems.put(row.session(), unreadable);
      }
      checked++;
      events += row.tail();
    }
    return new JournalCheck(problems, checked);
  }

  /// `damaged` or `newer`, for a list.
  public static String word(DroverException problem) {
    return problem instanceof SessionUnreadable unreadable
        ? switch (unreadable.reason()) {
          case NEWER -> "newer";
          case DAMAGED -> "damaged";
        }
        : "damaged";
  }
}
