package dev.drover.fuzz.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Reads the log of `driver.sh` and `tripwire.sh`: fields that end with NUL. A record begins with a
/// mark, which may be preceded by the environment of an earlier program as text.
final class TripwireLog {
  private static final Pattern EXPORTED =
      Pattern.compile("(?m)^(?:export|declare -x) (\\w+)(?==|$)");
  private static final String MARK = "@trip:";

  /// Variables that every program gets, whatever the line.
  private static final Set<String> GIVEN =
      Set.of(
          "PATH", "HOME", "LANG", "FUNCNEST", "GIT_CONFIG_NOSYSTEM", "PWD", "OLDPWD", "SHLVL", "_");

  private final String[] fields;
  private int next;

  private TripwireLog(String text) {
    fields = text.split("\0", -1);
  }

  /// @return a trace of each finished line, in order
  static List<LineTrace> read(String text) {
    return new TripwireLog(text).traces();
  }

  private List<LineTrace> traces() {
    var traces = new ArrayList<LineTrace>();
    var programs = new ArrayList<LineTrace.Program>();
    var files = new TreeSet<String>();
    var variables = new TreeSet<String>();
    boolean leak = false;
    boolean begun = false;
    while (next < fields.length) {
      switch (kind(variables)) {
        case "exec" -> programs.add(program());
        case "file" -> files.add(take());
        case "leak" -> leak = true;
        case "line", "end" -> {
          if (begun) {
            traces.add(new LineTrace(programs, files, variables, leak));
          }
          take();
          begun = true;
          leak = false;
          programs.clear();
          files.clear();
          variables.clear();
        }
        // An incomplete record, because its writer was killed.
        default -> {}
      }
    }
    return traces;
  }

  /// The kind of the next record, after any preceding environment.
  private String kind(Set<String> variables) {
    var field = take();
    int mark = field.lastIndexOf(MARK);
    var exported = EXPORTED.matcher(field.substring(0, Math.max(0, mark)));
    while (exported.find()) {
      if (!GIVEN.contains(exported.group(1))) {
        variables.add(exported.group(1));
      }
    }
    return mark < 0 ? "" : field.substring(mark + MARK.length());
  }

  private LineTrace.Program program() {
    int count = number(take());
    var path = take();
    var arguments = new ArrayList<String>();
    while (arguments.size() < count && next < fields.length && !fields[next].contains(MARK)) {
      arguments.add(take());
    }
    return new LineTrace.Program(path, arguments);
  }

  private static int number(String field) {
    return field.matches("\\d{1,4}") ? Integer.parseInt(field) : 0;
  }

  private String take() {
    return next < fields.length ? fields[next++] : "";
  }
}
