package dev.drover.internal.task;

import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.value.SessionId;
import dev.drover.task.SessionTasks.TaskReport;
import dev.drover.watch.Cursor;
import java.util.ArrayList;
import java.util.List;

/// The last texts and calls of a child, read from the end of its journal: never more than a page.
public record TaskProgressReader(StoredSessionQueries queries) {
  private static final int EVENTS = 64;
  private static final int WIDTH = 100;

  public List<String> of(SessionId child, long tail) {
    var lines = new ArrayList<String>();
    var page = queries.page(new Cursor(child, Math.max(0, tail - EVENTS)), EVENTS);
    for (var item : page.items()) {
      if (item.event() instanceof Event.ModelReplied replied) {
        add(lines, queries.read(replied.reply().answer()));
      } else if (item.event() instanceof Event.ToolsPlanned planned) {
        planned.calls().forEach(call -> add(lines, told(call)));
      }
    }
    int from = Math.max(0, lines.size() - TaskReport.MOST_PROGRESS);
    return List.copyOf(lines.subList(from, lines.size()));
  }

  private String told(PlannedCall call) {
    return call.call().tool() + " " + queries.read(call.call().arguments());
  }

  private static void add(List<String> lines, String words) {
    var line = words.strip().replaceAll("\\s+", " ");
    if (!line.isEmpty()) {
      lines.add(
          line.codePointCount(0, line.length()) <= WIDTH
              ? line
              : line.substring(0, line.offsetByCodePoints(0, WIDTH - 1)) + "…");
    }
  }
}
