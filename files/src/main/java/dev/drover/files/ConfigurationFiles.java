package dev.drover.files;

import dev.drover.spi.tool.ConfigurationPaths;
import dev.drover.spi.tool.ConfigurationPaths.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The files of a workspace that decide what agents are, each read once. A program that asks a
/// person about them and then uses them uses what the person was asked about.
public final class ConfigurationFiles {
  /// How long the settings of a workspace, and what they name, may be.
  public static final int LARGEST = 1024 * 1024;

  private static final int DEEP = 4;
  private static final String[] AGENT_ENDINGS = {".md", ".yaml", ".yml"};
  private static final List<String> ABOUT_FOLDER = List.of("README.md", "AGENTS.md");
  private static final String COMMAND_ENDING = ".md";

  private final Path workspace;
  private final List<Entry> entries;

  private ConfigurationFiles(Path workspace, List<Entry> entries) {
    this.workspace = workspace;
    this.entries = List.copyOf(entries);
  }

  /// @param place the entry of [ConfigurationPaths#ALL] that it belongs to
  public record Entry(ConfigurationPaths.ConfigurationPath place, SourceFile file) {}

  /// Reads all that are there.
  public static ConfigurationFiles read(Path workspace) {
    var entries = new ArrayList<Entry>();
    for (var place : ConfigurationPaths.ALL) {
      var path = workspace.resolve(place.path());
      switch (place.kind()) {
        case SETTINGS -> {
          if (Files.isRegularFile(path)) {
            entries.add(new Entry(place, SourceFile.read(path, LARGEST)));
          }
        }
        case AGENTS ->
            agents(Folder.ofWorkspace(path, workspace, place.path().contains("/") ? DEEP : 1))
                .forEach(file -> entries.add(new Entry(place, file)));
        case COMMANDS ->
            Folder.ofWorkspace(path, workspace, 1)
                .read(COMMAND_ENDING)
                .forEach(file -> entries.add(new Entry(place, file)));
        // Nothing reads these from a workspace.
        case SERVERS, OTHER_COMMANDS, SKILLS, PERSONAL -> {}
      }
    }
    return new ConfigurationFiles(workspace, entries);
  }

  /// As if the workspace had none.
  public static ConfigurationFiles none(Path workspace) {
    return new ConfigurationFiles(workspace, List.of());
  }

  public Path workspace() {
    return workspace;
  }

  public List<Entry> entries() {
    return entries;
  }

  /// Those of one kind, in the order in which they count.
  public List<SourceFile> of(Kind kind) {
    return entries.stream().filter(entry -> entry.place().kind() == kind).map(Entry::file).toList();
  }

  /// Those of one kind, together as they lie in one folder.
  List<List<SourceFile>> foldersOf(Kind kind) {
    return ConfigurationPaths.ALL.stream()
        .filter(place -> place.kind() == kind)
        .map(
            place ->
                entries.stream()
                    .filter(entry -> entry.place().equals(place))
                    .map(Entry::file)
                    .toList())
        .toList();
  }

  static List<SourceFile> agentsOfPerson(Path folder) {
    return agents(Folder.ofPerson(folder, DEEP));
  }

  /// What people write for each other, or for all agents, is no agent.
  private static List<SourceFile> agents(Folder folder) {
    return folder.read(AGENT_ENDINGS).stream()
        .filter(file -> !ABOUT_FOLDER.contains(file.path().getFileName().toString()))
        .toList();
  }

  static List<SourceFile> commandsOfPerson(Path folder) {
    return Folder.ofPerson(folder, 1).read(COMMAND_ENDING);
  }
}
