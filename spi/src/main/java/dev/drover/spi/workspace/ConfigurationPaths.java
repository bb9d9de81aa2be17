package dev.drover.spi.workspace;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;

/// Files and folders of a workspace that define agents and their permissions. This list is the only
/// one: the files that are read from a workspace, that must be trusted first, that are read-only in
/// a sandbox, and whose writes always need an approval are derived from it.
public final class ConfigurationPaths {
  /// All paths, relative to the workspace.
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

  /// The content of a path.
  public enum Kind {
    SETTINGS,
    SERVERS,
    AGENTS,
    COMMANDS,
    /// In the format of other programs.
    OTHER_COMMANDS,
    SKILLS,
    /// The person's own settings, where the workspace is the home folder.
    PERSONAL
  }

  /// @param path of a file or a folder, with `/` as separator
  public record ConfigurationPath(String path, Kind kind) {}

  /// Whether a path is one of these, or inside one. Any folder on the path may become a workspace,
  /// so they count at every depth. Names are compared without regard to case, as some file systems
  /// do.
  ///
  /// @param path with `/` as separator
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
