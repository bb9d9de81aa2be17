package dev.drover.files;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Maps tool names of other programs to ours.
final class ToolNameMapping {
  private static final Map<String, List<String>> OURS =
      Map.ofEntries(
          Map.entry("Read", List.of("read", "artifact")),
          Map.entry("NotebookRead", List.of("read", "artifact")),
          Map.entry("Write", List.of("write")),
          Map.entry("Edit", List.of("edit", "patch")),
          Map.entry("MultiEdit", List.of("edit", "patch")),
          Map.entry("Bash", List.of("bash", "process")),
          Map.entry("BashOutput", List.of("process")),
          Map.entry("KillShell", List.of("process")),
          Map.entry("KillBash", List.of("process")),
          Map.entry("Grep", List.of("grep")),
          Map.entry("Glob", List.of("glob")),
          Map.entry("LS", List.of("ls")),
          Map.entry("WebFetch", List.of("fetch")),
          Map.entry("TodoWrite", List.of("todo")),
          Map.entry("Task", List.of("task")),
          Map.entry("Agent", List.of("task")));

  /// Names that are the same here, and are not listed above.
  private static final String OWN_NAME = "[a-z][a-z0-9_]*";

  private ToolNameMapping() {}

  /// @param known by our names
  /// @param notes about tools that do not exist, or have a different meaning
  record Tools(List<String> known, List<String> notes) {}

  /// @param named as in `Read`, `read`, or `Bash(git log:*)`
  static Tools of(List<String> named) {
    Set<String> known = new LinkedHashSet<>();
    var notes = new ArrayList<String>();
    for (var name : named) {
      var plain = name.split("\\(", 2)[0].strip();
      var ours = OURS.getOrDefault(plain, plain.matches(OWN_NAME) ? List.of(plain) : List.of());
      if (ours.isEmpty()) {
        notes.add("there is no tool '%s' here".formatted(plain));
      } else if (!plain.equals(name)) {
        notes.add("'%s' is the whole of %s, judged by policy".formatted(name, ours.getFirst()));
      }
      known.addAll(ours);
    }
    return new Tools(List.copyOf(known), notes);
  }
}
