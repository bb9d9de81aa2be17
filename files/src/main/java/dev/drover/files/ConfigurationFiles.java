package dev.drover.files;

import dev.drover.spi.workspace.ConfigurationPaths;
import dev.drover.spi.workspace.ConfigurationPaths.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The files of a workspace that define agents, each read once. A program that asks a person to
/// trust them and then uses them, uses exactly the content that the person was asked about.
public final class ConfigurationFiles {
  /// Maximum size of the settings of a workspace, and of the files that they name.
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
  public record Entry(ConfigurationPaths.ConfigurationPath place, LoadedFile file) {}

  /// Reads all existing files.
  public static ConfigurationFiles read(Path workspace) {
    var entries = new ArrayList<Entry>();
    for (var place : ConfigurationPaths.ALL) {
      var path = workspace.resolve(place.path());
      switch (place.kind()) {
        case SETTINGS -> {
          if (Files.isRegularFile(path)) {
            entries.add(new Entry(place, LoadedFile.read(path, LARGEST)));
          }
        }
        case AGENTS ->
            agents(
                    ConfigurationFolder.ofWorkspace(
                        path, workspace, place.path().contains("/") ? DEEP : 1))
                .forEach(file -> entries.add(new Entry(place, file)));
        case COMMANDS ->
            ConfigurationFolder.ofWorkspace(path, workspace, 1)
                .read(COMMAND_ENDING)
                .forEach(file -> entries.add(new Entry(place, file)));
        // These are never read from a workspace.
        case SERVERS, OTHER_COMMANDS, SKILLS, PERSONAL -> {}
      }
    }
    return new ConfigurationFiles(workspace, entries);
  }

  /// As if the workspace had no such files.
  public static ConfigurationFiles none(Path workspace) {
    return new ConfigurationFiles(workspace, List.of());
  }

  public Path workspace() {
    return workspace;
  }

  public List<Entry> entries() {
    return entries;
  }

  /// The files of one kind, in order of precedence.
  public List<LoadedFile> of(Kind kind) {
    return entries.stream().filter(entry -> entry.place().kind() == kind).map(Entry::file).toList();
  }

  /// The files of one kind, grouped by folder.
  List<List<LoadedFile>> foldersOf(Kind kind) {
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

  static List<LoadedFile> agentsOfPerson(Path folder) {
    return agents(ConfigurationFolder.ofPerson(folder, DEEP));
  }

  /// Files for people, or for all agents, do not define an agent.
  private static List<LoadedFile> agents(ConfigurationFolder folder) {
    return folder.read(AGENT_ENDINGS).stream()
        .filter(file -> !ABOUT_FOLDER.contains(file.path().getFileName().toString()))
        .toList();
  }

  static List<LoadedFile> commandsOfPerson(Path folder) {
    return ConfigurationFolder.ofPerson(folder, 1).read(COMMAND_ENDING);
  }
}
