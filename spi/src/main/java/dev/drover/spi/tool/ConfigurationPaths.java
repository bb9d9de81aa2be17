package dev.drover.spi.tool;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;

/// Files and folders of a workspace that decide what agents are and what they may do. The list here
/// is the only one: what is read from a workspace, what must be trusted first, what is read-only in
/// a sandbox and which writes a person is always asked about follow from it.
public final class ConfigurationPaths {
  /// All of them, relative to the workspace.
  public static final List<ConfigurationPath> ALL =
      List.of(
          new ConfigurationPath("drover.yaml", Kind.SETTINGS),
          new ConfigurationPath(".mcp.json", Kind.SERVERS),
          new ConfigurationPath(".drover/agents", Kind.AGENTS),
          new ConfigurationPath(".claude/agents", Kind.AGENTS),
          new ConfigurationPath(".agents/agents", Kind.AGENTS),
          new ConfigurationPath(".agents", Kind.AGENTS),
          new ConfigurationPath(".drover/commands", Kind.COMMANDS),
          new ConfigurationPath(".claude/commands", Kind.OTHER_COMMANDS),
          new ConfigurationPath(".agents/commands", Kind.OTHER_COMMANDS),
          new ConfigurationPath(".drover/skills", Kind.SKILLS),
          new ConfigurationPath(".claude/skills", Kind.SKILLS),
          new ConfigurationPath(".agents/skills", Kind.SKILLS),
          new ConfigurationPath(".config/drover", Kind.PERSONAL));

  private ConfigurationPaths() {}

  /// What is written there.
  public enum Kind {
    SETTINGS,
    SERVERS,
    AGENTS,
    COMMANDS,
    /// In the form of other programs.
    OTHER_COMMANDS,
    SKILLS,
    /// The person's own settings, where the workspace is the home folder.
    PERSONAL
  }

  /// @param path of a file or a folder, with `/` between its names
  public record ConfigurationPath(String path, Kind kind) {}

  /// Whether a path is one of these, or in one. Any folder on the way may become a workspace, so
  /// they count at every depth. Names are compared without regard to case, as some file systems do.
  ///
  /// @param path with `/` between its names
  public static boolean covers(String path) {
    var names = new ArrayDeque<String>();
    for (var name : path.toLowerCase(Locale.ROOT).split("/", -1)) {
      switch (name) {
        case "", "." -> {}
        case ".." -> names.pollLast();
        default -> names.add(name);
      }
    }
    var whole = "/" + String.join("/", names) + "/";
    return ALL.stream().anyMatch(each -> whole.contains("/" + each.path() + "/"));
  }
}
