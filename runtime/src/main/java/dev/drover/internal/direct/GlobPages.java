package dev.drover.internal.direct;

import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.WaitEnded.WaitInterrupted;
import dev.drover.tool.DirectTools;
import dev.drover.tool.DirectTools.ToolReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Reads all pages of the tool `glob`. A page has one path on each line, and then a line that says
/// which rows they are.
record GlobPages(DirectTools tools) {
  private static final int ROWS = 1_000;

  private static final Pattern ENDING =
      Pattern.compile("\\[rows (\\d+)-(\\d+) of (\\d+) \\(files\\); .*]");

  /// @param next the offset of the next page; 0 if there is none
  private record GlobPage(List<String> paths, int next) {}

  List<String> paths(String pattern) {
    var all = new ArrayList<String>();
    int offset = 1;
    while (offset > 0) {
      var page = page(pattern, offset);
      all.addAll(page.paths());
      offset = page.next();
    }
    return List.copyOf(all);
  }

  private GlobPage page(String pattern, int offset) {
    var report = tools.call("glob", Map.of("pattern", pattern, "offset", offset, "limit", ROWS));
    if (report.status() == ToolReport.Status.CANCELLED) {
      throw new WaitInterrupted("the files that match " + pattern);
    }
    if (!report.isSuccess()) {
      throw new ConfigurationInvalid(
          "pattern", report.text(), "Correct it; glob(pattern) reports the same without throwing.");
    }
    return read(report.text(), offset);
  }

  /// A file may have the name of such a line, but the line with the number of rows above it is the
  /// only one that counts them right.
  private static GlobPage read(String text, int offset) {
    var lines = text.lines().toList();
    for (int i = 1; i < lines.size(); i++) {
      var ending = ENDING.matcher(lines.get(i));
      if (ending.matches()
          && Integer.parseInt(ending.group(1)) == offset
          && Integer.parseInt(ending.group(2)) == offset + i - 1) {
        int last = Integer.parseInt(ending.group(2));
        return new GlobPage(
            lines.subList(0, i), last < Integer.parseInt(ending.group(3)) ? last + 1 : 0);
      }
    }
    return new GlobPage(List.of(), 0);
  }
}
