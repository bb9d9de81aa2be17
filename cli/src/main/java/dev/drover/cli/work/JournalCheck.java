package dev.drover.cli.work;

import dev.drover.kernel.SessionId;
import dev.drover.runtime.Archive;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.problem.SessionUnreadable;
import dev.drover.runtime.watch.Cursor;
import dev.drover.spi.store.Catalog.SessionRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads journals only to see whether they can be read, the newest sessions first.
///
/// @param problems of those that cannot be read
/// @param checked how many sessions were read
public record JournalCheck(Map<SessionId, DroverException> problems, int checked) {
  /// @param rows oldest first
  /// @param mostEvents after which no other session is begun with
  public static JournalCheck of(Archive archive, List<SessionRow> rows, long mostEvents) {
    var problems = new LinkedHashMap<SessionId, DroverException>();
    int checked = 0;
    long events = 0;
    for (var row : rows.reversed()) {
      if (events >= mostEvents) {
        break;
      }
      try {
        Journals.pages(archive, Cursor.start(row.session()), _ -> {});
        archive.state(row.session());
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
